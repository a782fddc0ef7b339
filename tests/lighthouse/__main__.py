"""Run Lighthouse on the main pages, print a table, and fail if any score is below 100.

Each page is loaded several times as a phone on a slow network would (Lighthouse's own mobile setting), and the median
of each category counts. Failed audits are printed below the table; the last reports are in build/lighthouse/.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.env import BASE_DIR
from tests.services.chromium import bring_chromium
from tests.services.node import bring_packages, node_environment
from tests.services.site import LaunchedSite, launched_site

HERE = BASE_DIR / "tests" / "lighthouse"
REPORTS = BASE_DIR / "build" / "lighthouse"
OLDEST_NODE = 24
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
CHROME = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
SEEDING = "from tests.lighthouse.seeding import print_places; print_places()"
WANTED = 100

Report = dict[str, Any]


@dataclass
class Visit:
    name: str
    path: str
    reports: list[Report] = field(default_factory=list)

    def score(self, category: str) -> int:
        return round(100 * statistics.median(report["categories"][category]["score"] for report in self.reports))

    def metric(self, name: str) -> float:
        return statistics.median(report["audits"][name]["numericValue"] for report in self.reports)

    def failed_audits(self) -> Iterator[str]:
        """Yield the failed audits of all reports."""
        found: dict[str, str] = {}
        for report in self.reports:
            for category in CATEGORIES:
                for part in report["categories"][category]["auditRefs"]:
                    audit = report["audits"][part["id"]]
                    if part["weight"] and audit["score"] is not None and audit["score"] < 1:
                        found[audit["title"]] = audit.get("displayValue", "")
        for title, value in found.items():
            yield f"{self.name}: {title} {value}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lighthouse", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="how often each page is loaded")
    parser.add_argument("pages", nargs="*", help="names of pages; none means all")
    wishes = parser.parse_args()
    bring_packages(HERE, OLDEST_NODE)
    REPORTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="asterism-lighthouse-", ignore_cleanup_errors=True) as folder,
        launched_site(Path(folder)) as site,
    ):
        visits = [
            one for one in pages_of(json.loads(site.run(SEEDING))) if not wishes.pages or one.name in wishes.pages
        ]
        for visit in visits:
            visit.reports = [judge(site, visit, number) for number in range(wishes.runs)]
    say(table(visits))
    for want in (want for visit in visits for want in visit.failed_audits()):
        say(f"- {want}")
    if any(visit.score(category) < WANTED for visit in visits for category in CATEGORIES):
        sys.exit(1)


def pages_of(places: Mapping[str, Any]) -> list[Visit]:
    return [
        Visit("front", "/"),
        Visit("game", f"/games/{places['game']}/"),
        Visit("tournament", f"/tournaments/{places['tournament']}/"),
        Visit("rules", "/learn/vega/"),
    ]


def judge(site: LaunchedSite, visit: Visit, number: int) -> Report:
    report = REPORTS / f"{visit.name}-{number + 1}"
    command = ["node", "node_modules/lighthouse/cli/index.js", site.url + visit.path, f"--chrome-flags={CHROME}"]
    command += ["--quiet", "--no-enable-error-reporting", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--output=json", "--output=html", f"--output-path={report}"]
    environment = {**node_environment(OLDEST_NODE), "CHROME_PATH": bring_chromium()}
    if subprocess.run(command, cwd=HERE, env=environment, check=False).returncode != 0:
        # Sometimes the browser's trace lacks the beginning of the load, whatever the page: run it once more.
        subprocess.run(command, cwd=HERE, env=environment, check=True)
    read: Report = json.loads(Path(f"{report}.report.json").read_text())
    return read


def table(visits: list[Visit]) -> str:
    """Return the scores, then the performance metrics: milliseconds, and layout shift."""
    heads = ("page", *CATEGORIES, "FCP", "LCP", "TBT", "CLS")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for visit in visits:
        times = [f"{visit.metric(name):.0f} ms" for name in METRICS[:-1]]
        cells = [visit.name, *(str(visit.score(category)) for category in CATEGORIES), *times]
        lines.append(f"| {' | '.join(cells)} | {visit.metric(METRICS[-1]):.3f} |")
    return "\n".join(lines)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
