"""The response of every endpoint to every kind of user, compared with the matrix of docs/reliability-access.md."""

import os

import pytest

from config.env import BASE_DIR
from tests.access.endpoints import METHODS, Endpoint, all_endpoints, body_of
from tests.access.scene import PEOPLE, Scene, form_of
from tests.access.sweeping import answer_and_writes

DOCUMENT = BASE_DIR / "docs" / "reliability-access.md"
PAGE_METHODS = ("GET", "POST")
# The probes depend on what runs beside the site; tests/config/test_probes.py tests their access.
PROBES = ("/healthz", "/readyz", "/metrics", "/status/")
# These are POST only because the input is long; guests may call them, and nothing of a guest is stored.
WORKED_OUT = (
    "/api/v1/variants/<variant_id>/positions/",
    "/api/v1/puzzles/solitaire/<slug>/positions/",
    "/api/v1/puzzles/solitaire/<slug>/attempts/",
    "/api/v1/puzzles/tactics/<tactic_id>/attempts/",
    "/api/v1/puzzles/tactics/<tactic_id>/solution/",
)
CLUB_PAGES = ("/clubs/", "/tournaments/", "/embed/")
OF_CLUBS = ("other organiser", "ex-member")
ALIKE = {"read-only token": "anonymous", **dict.fromkeys(OF_CLUBS, "another user")}
# The scene's other users have no e-mail row: allauth adds it on first use.
WITHOUT_WRITES = ("anonymous", "guest", "owner")
Answers = tuple[str, ...]


def read_matrix() -> dict[Endpoint, Answers]:
    matrix = {}
    for line in DOCUMENT.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            matrix[Endpoint(cells[1].strip("`"), cells[0].strip("`"))] = tuple(cells[2:])
    return matrix


def asked(*, api: bool) -> list[Endpoint]:
    pages = PAGE_METHODS if not api else METHODS
    return [one for one in all_endpoints() if one.is_api == api and one.method in pages and one.route not in PROBES]


def answer_to(scene: Scene, person: str, endpoint: Endpoint) -> str:
    """Return the status, or "log-in" for a redirect to it; roll everything back. A GET must write nothing."""
    address = endpoint.address(scene.places)
    body = body_of(endpoint) if endpoint.is_api else form_of(scene)
    answer, written = answer_and_writes(scene.client(person, address), endpoint, address, body)
    if endpoint.method == "GET" and person in WITHOUT_WRITES:
        assert written == set(), (endpoint, person, written)
    is_log_in = answer.status_code == 302 and "/login/" in answer["Location"]
    return "log-in" if is_log_in else str(answer.status_code)


def as_line(endpoint: Endpoint, answers: Answers) -> str:
    return f"| `{endpoint.method}` | `{endpoint.route}` | {' | '.join(answers)} |"


def answers_to(scene: Scene, endpoint: Endpoint) -> Answers:
    """Return the responses to all people. On pages a token counts for nothing, and clubs only on their own pages."""
    answers: dict[str, str] = {}
    for person in PEOPLE:
        same_as = "" if endpoint.is_api else ALIKE.get(person, "")
        if person in OF_CLUBS and endpoint.route.startswith(CLUB_PAGES):
            same_as = ""
        answers[person] = answers[same_as] if same_as else answer_to(scene, person, endpoint)
    return tuple(answers.values())


def found_lines(scene: Scene, *, api: bool) -> list[str]:
    lines = []
    for endpoint in asked(api=api):
        answers = answers_to(scene, endpoint)
        if not set(answers) <= {"405", "log-in"} or "405" not in answers:
            lines.append(as_line(endpoint, answers))
    return lines


def write_lines(found: list[str], *, in_place_of: list[str]) -> None:
    lines = DOCUMENT.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line in in_place_of)
    kept = [line for line in lines if line not in in_place_of]
    DOCUMENT.write_text("\n".join([*kept[:first], *found, *kept[first:]]) + "\n")


def test_pages_treat_a_token_as_anonymous(scene: Scene) -> None:
    for route in ("/settings/tokens/", "/my/games/"):
        assert answer_to(scene, "read-only token", Endpoint(route, "GET")) == "log-in"


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("api", [True, False], ids=["the API", "pages"])
def test_the_matrix_lists_every_endpoint_and_is_correct(scene: Scene, api: bool) -> None:
    """A failure shows the differing lines; check whether the change in access is intended.

    ASTERISM_WRITE_MATRIX=1 writes the new lines into the document, to be reviewed with `git diff`.
    """
    written = [as_line(*line) for line in read_matrix().items() if line[0].is_api == api]
    found = found_lines(scene, api=api)
    if os.environ.get("ASTERISM_WRITE_MATRIX"):
        write_lines(found, in_place_of=written)
        return
    difference = sorted(set(written) ^ set(found))
    assert not difference, "\n".join(difference)


def test_only_the_owner_may_write_through_the_api() -> None:
    """Neither an anonymous user nor a read-only token may ever change rows, whatever the matrix says."""
    for endpoint, answers in read_matrix().items():
        shown = dict(zip(PEOPLE, answers, strict=True))
        if endpoint.is_api and endpoint.method != "GET" and endpoint.route not in WORKED_OUT:
            assert (shown["anonymous"], shown["read-only token"]) == ("401", "403"), endpoint
        assert not any(answer.startswith("5") for answer in answers), endpoint
