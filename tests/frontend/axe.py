"""Accessibility violations that axe finds on a page, in lines short enough for a failed test."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Rules that a change of colours alone can break.
COLOURS = ["color-contrast", "link-in-text-block"]
# Half of axe's time goes into reporting what passes.
RUN = """async ({ exclude, rules }) => {
    const options = { runOnly: rules, resultTypes: ["violations"], preload: false };
    return (await axe.run({ exclude }, options)).violations;
}"""
# A picture is judged by its name: axe learns nothing from its many elements.
DRAWN = "svg > *"


def violations(page: Page, *, leave_out: str = "", rules: list[str] = ALL_RULES) -> list[str]:
    """Return one line for each element that breaks a rule; `leave_out` is a selector of ignored elements."""
    # Colour transitions are finished first.
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, {"exclude": [DRAWN, leave_out] if leave_out else [DRAWN], "rules": rules})
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]
