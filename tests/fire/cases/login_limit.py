"""Row 30: wrong passwords for one account, each from another address and with another port in `Host`."""

from collections import Counter

from tests.fire.browsers import PASSWORD, Browser
from tests.fire.context import CaseContext, check
from tests.fire.players import bring_players

TRIES, CHECKED = 16, 5
WRONG, ENOUGH = "Wrong username or password", "Too many attempts"


def run(context: CaseContext) -> str:
    with context.site() as site:
        (victim,) = bring_players(site, 1)

        def attempt(number: int, password: str) -> str:
            browser = Browser(site.url, address=f"127.0.0.{number + 2}", host=f"localhost:{9000 + number}")
            status, page = browser.submit("/accounts/login/", login=victim.name, password=password)
            return next((said for said in (WRONG, ENOUGH) if said in page), str(status))

        answers = Counter(attempt(number, "wrong") for number in range(TRIES))
        check(answers == {WRONG: CHECKED, ENOUGH: TRIES - CHECKED}, f"{TRIES} wrong passwords: {dict(answers)}")
        last = attempt(TRIES, PASSWORD)
        check(last == ENOUGH, f"then the right password was answered with {last}")
    return f"{CHECKED} of {TRIES} wrong passwords were checked, the others refused, and the right one after them too"
