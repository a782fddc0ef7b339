"""The Learn pages: every diagram is a valid position, every ruling is marked, the pages are complete."""

import re
from pathlib import Path

import pytest
from django.test import Client

from frontend.learn.diagrams import Diagram, face_json, page_json, picture, windowed
from frontend.learn.library import LIBRARY, RECKONINGS
from frontend.learn.rulings import CHOICES
from games.rules import families, variant

TEMPLATES = Path(__file__).resolve().parents[2] / "frontend" / "templates" / "learn"
DIAGRAMS = [(family, diagram) for family, lore in LIBRARY.items() for diagram in lore.diagrams + lore.lessons]
every_diagram = pytest.mark.parametrize(
    ("family", "diagram"), DIAGRAMS, ids=[f"{family}-{diagram.name}" for family, diagram in DIAGRAMS]
)


# The diagrams whose task is to win.
WINS = {
    "vega": {"lyra-home", "ligne-five", "home", "line"},
    "vaeva": {"five", "win"},
    "galax": {"last", "sweep"},
    "sirius": {"last", "win"},
    "nonaga": {"line", "triangle", "angle", "win"},
}


@pytest.fixture
def client(db: None) -> Client:
    return Client(headers={"host": "localhost"})


class TestDiagrams:
    @every_diagram
    def test_the_position_is_parsed_and_written_back_unchanged(self, family: str, diagram: Diagram) -> None:
        assert diagram.game.family == family
        assert str(diagram.state) == diagram.position

    @every_diagram
    def test_the_suggested_steps_are_legal(self, family: str, diagram: Diagram) -> None:
        legal = diagram.state.steps()
        assert [step for step in diagram.steps if step not in legal] == []
        assert legal if diagram.task else not diagram.steps

    @every_diagram
    def test_a_task_to_win_wins(self, family: str, diagram: Diagram) -> None:
        wins = [step for step in diagram.steps if diagram.state.play(step).result is not None]
        assert wins == (list(diagram.steps) if diagram.name in WINS[family] else [])

    @pytest.mark.slow
    @every_diagram
    def test_all_named_cells_are_in_the_window(self, family: str, diagram: Diagram) -> None:
        shown = {cell.name for cell in diagram.board.cells} or {cell.name for cell in diagram.state.scene().cells}
        named = {cell for step in diagram.steps if step not in ("P+", "P-") for cell in diagram.state.path(step)}
        assert named - shown == set()

    def test_names_are_unique_in_a_family(self) -> None:
        for lore in LIBRARY.values():
            for diagrams in (lore.diagrams, lore.lessons):
                names = [diagram.name for diagram in diagrams]
                assert sorted(set(names)) == sorted(names)

    def test_a_window_has_its_own_cells_and_labels(self) -> None:
        board = windowed(variant("vaeva").board(), "F5", "H6")
        assert [cell.name for cell in board.cells] == ["F5", "G5", "H5", "F6", "G6", "H6"]
        assert [label.text for label in board.labels] == ["F", "G", "H", "5", "6"]
        assert (board.x, board.y, board.width, board.height) == (5.0, 14.0, 3.0, 2.0)

    def test_named_cells_are_labelled(self) -> None:
        diagram = LIBRARY["vega"].diagram("lyra-home")
        assert diagram.named == ["d10", "f7"]
        assert re.findall(r'class="hint-note"[^>]*>([^<]+)<', picture(diagram, "")) == ["d10", "f7"]

    def test_the_script_gets_the_legal_choices(self) -> None:
        diagram = LIBRARY["vega"].diagram("reach")
        from_c5 = [choice["text"] for choice in face_json(diagram)["choices"] if choice["clicks"][0] == "c5"]
        assert len(from_c5) == 9

    def test_diagrams_with_the_same_window_share_a_board(self) -> None:
        data = page_json(LIBRARY["vaeva"].diagrams)
        assert set(data["looks"]) == {"vaeva", "vaeva-F5-O13"}
        assert len(data["diagrams"]) == len(LIBRARY["vaeva"].diagrams)


class TestTutorials:
    @pytest.mark.parametrize("family", sorted(LIBRARY))
    def test_a_tutorial_has_five_lessons_with_task_and_praise(self, family: str) -> None:
        lessons = LIBRARY[family].lessons
        assert len(lessons) == 5
        assert all(lesson.task and lesson.praise for lesson in lessons)

    @pytest.mark.parametrize("family", sorted(LIBRARY))
    def test_the_last_lesson_wins_or_captures(self, family: str) -> None:
        last = LIBRARY[family].lessons[-1]
        after = [last.state.play(step) for step in last.steps]
        assert all(state.result is not None or sum(state.tally) < sum(last.state.tally) for state in after)

    def test_every_solution_frees_the_blocked_player(self) -> None:
        lesson = next(lesson for lesson in LIBRARY["vega"].lessons if lesson.name == "free")
        freed = {step for step in lesson.state.steps() if not lesson.state.play(step).steps()[0].startswith("~")}
        assert set(lesson.steps) == freed

    @pytest.mark.parametrize("family", sorted(LIBRARY))
    def test_without_scripts_a_tutorial_is_a_list_with_solutions(self, client: Client, family: str) -> None:
        page = client.get(f"/learn/{family}/tutorial/").content.decode()
        assert page.count('<svg class="board board-') == 5
        answers = [step for lesson in LIBRARY[family].lessons for step in lesson.steps]
        assert re.findall(r"<code>([^<]+)</code>", page) == answers

    def test_an_unknown_family_has_no_tutorial(self, client: Client) -> None:
        assert client.get("/learn/chess/tutorial/").status_code == 404


class TestChoices:
    def test_each_choice_is_marked_on_one_page(self) -> None:
        marked = [
            name for path in TEMPLATES.glob("*.html") for name in re.findall(r'our_choice "([^"]+)"', path.read_text())
        ]
        assert sorted(marked) == sorted(CHOICES)


class TestPages:
    @pytest.mark.parametrize("family", sorted(LIBRARY))
    def test_a_family_shows_all_its_diagrams(self, client: Client, family: str) -> None:
        page = client.get(f"/learn/{family}/").content.decode()
        shown = re.findall(r'data-diagram="([^"]+)"', page)
        assert sorted(shown) == sorted(diagram.name for diagram in LIBRARY[family].diagrams)
        assert page.count('<svg class="board board-') == len(shown)

    def test_all_families_and_variants_are_listed(self, client: Client) -> None:
        page = client.get("/learn/").content.decode()
        assert [family for family in LIBRARY if f'href="/learn/{family}/"' not in page] == []
        listed = {variant_id for reckoning in RECKONINGS for variant_id in reckoning.variants}
        assert listed == {each.id for family in families() if family.id in LIBRARY for each in family.variants}

    def test_turn_limits_agree_with_the_engine(self, client: Client) -> None:
        page = client.get("/learn/shared/").content.decode()
        limits = re.findall(r'<td class="number">([\d, ]+\d) ', page)
        assert limits == ["180, 90, 60", "90, 90, 60", "80, 270, 270", "200", "150", "150", "60"]

    def test_an_unknown_family_is_not_found(self, client: Client) -> None:
        answer = client.get("/learn/chess/")
        assert answer.status_code == 404

    def test_the_header_links_to_the_learn_pages(self, client: Client) -> None:
        assert '<a href="/learn/"' in client.get("/status/").content.decode()


class TestBoards:
    @pytest.mark.parametrize("family", [family.id for family in families()])
    def test_every_family_has_a_cacheable_picture(self, client: Client, family: str) -> None:
        answer = client.get(f"/boards/{family}.svg?look=night")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
        assert "public" in answer["Cache-Control"]
        assert answer.content != client.get(f"/boards/{family}.svg?look=paper").content

    def test_an_unknown_family_has_no_picture(self, client: Client) -> None:
        assert client.get("/boards/chess.svg").status_code == 404
