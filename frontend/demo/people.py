"""Demo data: the members of the club."""

from accounts.models import User
from accounts.services.account_creation import make_first_administrator
from accounts.services.profile import change_profile

PASSWORD = "starlight-over-lyra"  # noqa: S105 - public: `manage.py demo` prints it  # nosec B105

MEMBERS = (
    ("mira", "Mira Kovač", "Europe/Prague", "Looks after the club and its cups."),
    ("pavel", "Pavel Novák", "Europe/Prague", "Has played Bataille by post since the nineties."),
    ("amelie", "Amélie Rousseau", "Europe/Paris", "Vaeva before breakfast."),
    ("yusuf", "Yusuf Demir", "Europe/Istanbul", ""),
    ("hana", "Hana Sato", "Asia/Tokyo", "Always happy to teach Nonaga."),
    ("noam", "נועם לוי", "Asia/Jerusalem", ""),
    ("greta", "Greta Lindqvist", "Europe/Stockholm", "Collects forgotten games."),
    ("tomas", "Tomás Ferreira", "America/Sao_Paulo", ""),
    ("ines", "Inés Arrieta", "Europe/Madrid", "Slow openings, quick endings."),
    ("oleh", "Олег Шевчук", "Europe/Kyiv", ""),
    ("max", "Maximilian von Hohenstein-Schaumburg", "Europe/Berlin", "Long name, short games."),
    ("li", "Li Wei", "Asia/Shanghai", "Stars take suns."),
)


def make_members() -> list[User]:
    """Create the members, the secretary first, who becomes administrator if the site has none."""
    members = []
    for username, name, zone, about in MEMBERS:
        user = User.objects.create_user(username=username, email=f"{username}@example.org", password=PASSWORD)
        change_profile(user=user, display_name=name, about=about, time_zone=zone, language="en")
        members.append(user)
    make_first_administrator(user=members[0])
    return members
