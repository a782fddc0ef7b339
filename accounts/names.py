"""Rules for usernames and display names: no name may impersonate another."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

DEPARTED_PREFIX = "departed-"
GUEST_PREFIX = "guest-"
# Names of the site, and of its AIs (`games.ai.levels`).
RESERVED_USERNAMES = frozenset(
    {"admin", "administrator", "asterism", "me", "moderator", "official", "root", "staff", "support", "system"}
    | {"meteor", "comet", "nova", "pulsar", "quasar"}
)

# ASCII only: a username is part of URLs, and identifies the account.
validate_username_characters = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_.-]{1,29}\Z",
    _("Use 2 to 30 letters (a–z), digits, dots, hyphens or underscores, and start with a letter or a digit."),
)

# Letters of other scripts that look like Latin ones, after accents are removed and case is folded.
_LOOKALIKES = str.maketrans(
    "авсԁеһіјкӏмноԛрѕтսԝхуᴢαβεηικνορτυχγ01lı|łøđ",
    "abcdehijkimhoqpstuwxyzabehikvoptuxyoiiiiiod",
)
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
# Letters and a symbol by category, yet invisible: the Hangul fillers, the empty Braille cell.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def validate_username_free_to_take(username: str) -> None:
    """Raise for names reserved by the site."""
    if is_reserved(username) or username.casefold().startswith((DEPARTED_PREFIX, GUEST_PREFIX)):
        raise ValidationError(_("This username is reserved. Choose another one."), code="reserved")


# Named by path in ACCOUNT_USERNAME_VALIDATORS: the rules for usernames at sign-up.
SIGN_UP_USERNAME_VALIDATORS = [validate_username_characters, validate_username_free_to_take]


def tidy_display_name(name: str) -> str:
    """The name with compatible forms unified and white space collapsed."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()


def validate_display_name(name: str) -> None:
    """Raise for invisible characters and those that change the direction of text."""
    if has_unseen(name):
        raise ValidationError(_("Remove invisible characters."), code="invisible")
    if name and not any(character.isalnum() for character in name):
        raise ValidationError(_("Use at least one letter or digit."), code="no_letters")
    if _looks_departed(name):
        raise ValidationError(_("This name is reserved for closed accounts. Choose another one."), code="reserved")
    if _looks_like_a_guest(name):
        raise ValidationError(_("This name is reserved for guests. Choose another one."), code="reserved")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved for the site. Choose another one."), code="reserved")


def has_unseen(name: str) -> bool:
    """Whether a name has invisible characters, or some that change the direction of text."""
    return any(unicodedata.category(letter) in _INVISIBLE_CATEGORIES or letter in _BLANKS for letter in name)


def bidi_isolate(name: str) -> str:
    """The name, in bidi isolates if written right to left, so that the text around it keeps its order."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def is_reserved(name: str) -> bool:
    """Whether it looks like a name reserved by the site."""
    return name_key(name) in {name_key(kept) for kept in RESERVED_USERNAMES}


def plain_letters(name: str) -> str:
    """A name without case and accents, for searching."""
    letters = unicodedata.normalize("NFKD", tidy_display_name(name).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def name_key(name: str) -> str:
    """A key that names which look alike share."""
    folded = plain_letters(name).translate(_LOOKALIKES)
    return "".join(character for character in folded if character.isalnum())


def departed_name(number: int) -> str:
    return f"departed player {number}"


def _looks_departed(name: str) -> bool:
    return name_key(name).startswith(name_key("departed player"))


def _looks_like_a_guest(name: str) -> bool:
    """`Guest 1024` and what looks like it; 0 and 1 have become letters in a key."""
    return re.fullmatch(r"guest[0-9oi]*", name_key(name)) is not None
