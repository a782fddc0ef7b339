"""Row 29: recipients that the mail server refuses slowly, a line break in a subject: all others get their mail."""

from tests.fire.context import CaseContext, check
from tests.services.picky import picky_server
from tests.services.processes import wait_for

SLOW_SECONDS = 16.0
"""Two refusals take all the time of a sweep."""
READERS = 6
WRITE = f"""
from accounts.models import User
from games.enums import NoticeKind
from games.notifications.services.notices import News, notify_news
names = ["bad0", "bad1", *(f"reader{{n}}" for n in range({READERS}))]
people = [User.objects.create_user(name, f"{{name}}@example.org") for name in names]
facts = {{"tournament": "Cup", "reason": "Too few players.\\nThe hall is closed."}}
notify_news(
    News(user_id=user.pk, kind=NoticeKind.ORGANISING, key="cup", about="event_cancelled", path="/", facts=facts)
    for user in people
)
"""
FAULTS = """
from games.models import MailFault
print(*sorted(MailFault.objects.values_list("user__username", flat=True)))
"""


def run(context: CaseContext) -> str:
    with picky_server(SLOW_SECONDS) as server:
        with context.site(EMAIL_URL=f"smtp://127.0.0.1:{server.server_address[1]}/?timeout=60") as site:
            site.run(WRITE)
            wait_for(lambda: len(server.delivered) >= READERS, seconds=180)
            wait_for(lambda: site.run(FAULTS).split() == ["bad0", "bad1"], seconds=60)
        check(len(server.delivered) == READERS, f"{len(server.delivered)} mails for {READERS} readers")
        tries = len(server.refused)
    check(tries <= 4, f"two bad recipients were tried {tries} times before the others had their mail")
    return f"{READERS} readers got their mail, two bad recipients were tried {tries} times and are listed as faults"
