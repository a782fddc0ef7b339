"""Report a user to the moderators."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.enums import ReportReason
from accounts.errors import Invalid, TooMany, Unprocessable
from accounts.models import Report, User

MAX_OPEN_REPORTS = 20


def report_person(
    *, reporter: User, person: User, reason: str, words: str = "", path: str = "", quote: str = ""
) -> Report:
    """Report a person to the moderators. Idempotent: the same report again returns the one that is open."""
    if reporter == person:
        raise Unprocessable(
            _("You can't report yourself. If something is wrong, contact the administrator."), code="yourself"
        )
    words = words.strip()
    if reason not in ReportReason.values or len(words) > Report.MAX_LENGTH:
        message = _("Choose a reason, and write at most %(n)d characters.") % {"n": Report.MAX_LENGTH}
        raise Invalid.at("reason", message)
    open_reports = Report.objects.filter(reporter=reporter, closed_at=None)
    if same := open_reports.filter(person=person, path=path).first():
        return same
    if open_reports.count() >= MAX_OPEN_REPORTS:
        raise TooMany(
            _("Your earlier reports are still waiting to be read. Wait until they have been handled."),
            code="too_many_reports",
        )
    report = Report(reporter=reporter, person=person, reason=reason, words=words, path=path, quote=quote)
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:  # The same report, sent twice at once; a moderator may have closed it meanwhile.
        return Report.objects.filter(reporter=reporter, person=person, path=path).latest("pk")
    return report
