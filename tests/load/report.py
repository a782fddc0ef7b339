"""Locust's results as a table: a line per kind of request, a column per number of stored games."""

from typing import Any

Line = dict[str, Any]
MAX_GROWTH, NOISE_MILLISECONDS = 1.5, 25.0
"""How much longer a response may take with all games stored than with the fewest."""


def read_locust(stats: list[Line]) -> list[Line]:
    """Return from locust's JSON: requests, failures, median and 95th percentile in milliseconds."""
    return [
        {
            "what": one["name"],
            "count": one["num_requests"],
            "errors": one["num_failures"],
            "median": percentile(one["response_times"], 0.5),
            "p95": percentile(one["response_times"], 0.95),
        }
        for one in stats
    ]


def percentile(times: dict[str, int], share: float) -> float:
    """Return the least response time that so large a share does not exceed."""
    wanted = share * sum(times.values())
    seen = 0
    for milliseconds in sorted(times, key=float):
        seen += times[milliseconds]
        if seen >= wanted:
            return float(milliseconds)
    return 0.0


def grown(found: dict[str, list[Line]]) -> list[str]:
    """Return which requests take longer with more stored games: by medians, as every p95 jumps on a busy machine."""
    first, *_between, last = found.values() if len(found) > 1 else ([], [])
    before = {line["what"]: line["median"] for line in first}
    return [
        f"{line['what']} took {before[line['what']]:.0f} ms and takes {line['median']:.0f} ms"
        for line in last
        if line["median"] > before.get(line["what"], line["median"]) * MAX_GROWTH + NOISE_MILLISECONDS
    ]


def table(found: dict[str, list[Line]]) -> str:
    sizes = list(found)
    heading = ["what", *(f"{int(size):,} stored: requests, errors, median, p95" for size in sizes), "growth of p95"]
    lines = [heading, ["---"] * len(heading)]
    by_size = {size: {line["what"]: line for line in found[size]} for size in sizes}
    for what in sorted({line["what"] for lines_of in found.values() for line in lines_of}):
        cells = [by_size[size].get(what) for size in sizes]
        first, last = cells[0], cells[-1]
        growth = "—" if not first or not last or not first["p95"] else f"{last['p95'] / first['p95']:.2f} ×"
        lines.append([what, *(_cell(cell) for cell in cells), growth])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(line: Line | None) -> str:
    if line is None:
        return "—"
    return f"{line['count']:,}, {line['errors']}, {line['median']:.0f} ms, {line['p95']:.0f} ms"


def costs_table(found: dict[str, dict[str, float]]) -> str:
    """Return the cost of each kind of request for each part, in milliseconds."""
    parts = list(next(iter(found.values())))
    lines = [["CPU of one, ms", *parts], ["---"] * (len(parts) + 1)]
    lines += [[name, *(f"{1000 * seconds[part]:.2f}" for part in parts)] for name, seconds in found.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
