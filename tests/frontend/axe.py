"""What axe finds wrong with a page, in words short enough for a failed test."""

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page

ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What a change of colours alone can break.
COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page, *, leave_out: str = "", rules: list[str] = ALL_RULES) -> list[str]:
    """One line for each element that breaks a rule; `leave_out` is a selector of what is not looked at."""
    # A colour on its way from one to another is judged when it has arrived.
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    context = {"exclude": [leave_out]} if leave_out else None
    found = Axe().run(page, context=context, options={"runOnly": rules})["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]
