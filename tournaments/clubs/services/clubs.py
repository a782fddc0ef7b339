"""Create, edit and close clubs, renew their invitation links, publish and delete their news."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, Invalid, NotFound
from accounts.models import User
from accounts.names import has_unseen
from accounts.services.checks import check_can_post, lock_person
from tournaments.clubs.models import make_invitation
from tournaments.clubs.selectors.clubs import role_of
from tournaments.enums import RUNNERS, ClubAction, Joining, Role, Status
from tournaments.models import Club, ClubChange, Membership, News, Person, Tournament

MAX_OWNED = 20
RESERVED = ("new", "invitations")
MAX_LOG_TEXT = 200


def create_club(*, user: User, name: str, description: str = "", joining: str = Joining.OPEN) -> Club:
    """Create a club; its creator is the first owner."""
    check_can_post(user)
    name = _tidy(name)
    slug = slugify(name, allow_unicode=False)
    if not slug or slug in RESERVED:
        raise Invalid.at("name", _("Choose a name that contains letters or digits."))
    with transaction.atomic():
        lock_person(user)
        if Membership.objects.filter(user=user, role=Role.OWNER).count() >= MAX_OWNED:
            raise Conflict(
                _("You own %(most)s clubs. Close or transfer one first.") % {"most": MAX_OWNED}, code="too_many"
            )
        _check_free(Q(name__iexact=name) | Q(slug=slug))
        club = Club(name=name, slug=slug, description=description, joining=Joining(joining))
        _save(club)
        Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return club


def change_club(
    *, club_id: int, user: User, name: str | None = None, description: str | None = None, joining: str | None = None
) -> Club:
    """Change the club's name, description or way of joining; what is left out is unchanged, and so is its URL."""
    check_can_post(user)
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, Role.OWNER)
        check_open(club)
        if name is not None:
            club.name = _tidy(name)
            _check_free(Q(name__iexact=club.name) & ~Q(pk=club.pk))
        club.description = club.description if description is None else description
        club.joining = club.joining if joining is None else Joining(joining)
        _save(club)
        record_club_action(club, user, ClubAction.DESCRIBED, club.name)
    return club


def renew_invitation(*, club_id: int, user: User) -> Club:
    """Create a new invitation link, which invalidates the old one."""
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        club.invitation = make_invitation()
        club.save(update_fields=["invitation"])
        record_club_action(club, user, ClubAction.INVITATION)
    return club


def close_club(*, club_id: int, user: User) -> Club:
    """Close the club for good: it stays readable, and can't be joined. Idempotent."""
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, Role.OWNER)
        under_way = Tournament.objects.filter(club=club, status__in=[Status.REGISTRATION, Status.RUNNING])
        if under_way.exists():
            raise Conflict(
                _("A tournament of this club is in progress. Finish or cancel it first."), code="tournament_under_way"
            )
        if club.closed_at is None:
            club.closed_at = timezone.now()
            club.save(update_fields=["closed_at"])
            record_club_action(club, user, ClubAction.CLOSED)
    return club


def publish_news(*, club_id: int, user: User, title: str, text: str) -> News:
    check_can_post(user)
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        news = News.objects.create(club=club, author=user, title=title, text=text)
        record_club_action(club, user, ClubAction.NEWS, title)
    return news


def delete_news(*, news_id: int, user: User) -> None:
    with transaction.atomic():
        news = News.objects.select_related("club").filter(pk=news_id).first()
        if news is None:
            raise NotFound(_("This news item was already deleted."))
        check_role(news.club, user, *RUNNERS)
        if not news.delete()[0]:  # deleted by another request
            raise NotFound(_("This news item was already deleted."))
        record_club_action(news.club, user, ClubAction.NEWS_GONE, news.title)


# -- guards, for the services of clubs ----------------------------------------------------------------------------


def lock_club(club_id: int) -> Club:
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise NotFound(_("Club not found. Look for it in the list of clubs."))
    return club


def check_role(club: Club, user: User, *roles: Role) -> Role:
    role = role_of(club, user)
    if role is None or role not in roles:
        if Role.ORGANISER in roles:
            message = _("Only an owner or organiser of the club can do this.")
        else:
            message = _("Only an owner of the club can do this.")
        raise Forbidden(message, code="not_your_club")
    return role


def check_open(club: Club) -> None:
    if club.closed_at is not None:
        raise Conflict(_("This club is closed. Create a new one, or join another."), code="closed")


def _tidy(name: str) -> str:
    """Normalise a name; raises for invisible characters and those that change the direction of text."""
    if has_unseen(name):
        raise Invalid.at("name", _("Remove invisible characters."))
    return " ".join(name.split())


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:  # the name was taken between the check and the write
        raise _taken() from None


def _taken() -> Invalid:
    return Invalid.at("name", _("A club with this name already exists. Choose another name."))


def _check_free(namesakes: Q) -> None:
    if Club.objects.filter(namesakes).exists():
        raise _taken()


def record_club_action(
    club: Club,
    actor: User,
    action: ClubAction,
    about: str = "",
    *,
    person: User | None = None,
    roster_person: Person | None = None,
    role: str = "",
) -> None:
    """Write a line of the club log, in the transaction of the action: about a person and their role, or a thing."""
    ClubChange.objects.create(
        club=club,
        actor=actor,
        action=action,
        about=about[:MAX_LOG_TEXT],
        person=person,
        roster_person=roster_person,
        role=role,
    )
