"""Lists of people in files: encodings, separators, headings, workbooks, and how lines are matched with a roster."""

import io
import zipfile

import pytest

from tournaments.clubs.roster_files.matching import Doubt, KnownPerson, Verdict, plan_digest, plan_import
from tournaments.clubs.roster_files.people import Fault, ListedPerson, read_people
from tournaments.clubs.roster_files.tables import MAX_ROSTER_BYTES, MAX_ROWS, UnreadableRoster

CZECH = "Jméno;Příjmení;E-mail;Hodnocení\nŽofie;Nováková;zofie@example.org;1500\nJiří;Kříž;;\n"
ZOFIE = [("Žofie Nováková", "zofie@example.org", 1500), ("Jiří Kříž", "", None)]
SHEET = """<?xml version="1.0" encoding="UTF-8"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"""
PARTS = {
    "[Content_Types].xml": """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>""",
    "_rels/.rels": """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>
</Relationships>""",
    "xl/workbook.xml": """<?xml version="1.0" encoding="UTF-8"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>
</Relationships>""",
}


def workbook(*rows: list[str | int], more: dict[str, bytes] | None = None) -> bytes:
    def cell(place: str, value: str | int) -> str:
        if isinstance(value, int):
            return f'<c r="{place}"><v>{value}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'

    lines = "".join(
        f'<row r="{number}">{"".join(cell(f"{chr(65 + index)}{number}", one) for index, one in enumerate(row))}</row>'
        for number, row in enumerate(rows, start=1)
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (PARTS | {"xl/worksheets/sheet1.xml": SHEET.format(rows=lines)}).items():
            archive.writestr(name, text)
        for name, content in (more or {}).items():
            archive.writestr(name, content)
    return file.getvalue()


def read(content: bytes) -> list[tuple[str, str, int | None]]:
    return [(one.name, one.email, one.rating) for one in read_people(content)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    assert read(CZECH.encode(encoding)) == ZOFIE


def test_windows_1252() -> None:
    assert read("Prénom;Nom;Classement\r\nZoé;Lefèvre;1 500\r\n".encode("cp1252")) == [("Zoé Lefèvre", "", 1500)]


@pytest.mark.parametrize("separator", [";", "\t", ","])
def test_separators(separator: str) -> None:
    assert read(CZECH.replace(";", separator).encode()) == ZOFIE


def test_excels_own_csv() -> None:
    text = 'sep=;\r\nName;E-mail;Rating\r\n"Novak; Vera";vera@example.org;1500\r\n"Ana ""Ace"" Lee";;\r\n'
    assert read(text.encode()) == [("Novak; Vera", "vera@example.org", 1500), ('Ana "Ace" Lee', "", None)]
    assert [one.line for one in read_people(text.encode())] == [3, 4]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ana\nBen\n\n  Cyril  \n", [("Ana", "", None), ("Ben", "", None), ("Cyril", "", None)]),
        ("Ana;1500\nBen;1400", [("Ana", "", 1500), ("Ben", "", 1400)]),
        ("Ana;ana@example.org;1500\nBen;;", [("Ana", "ana@example.org", 1500), ("Ben", "", None)]),
        ("Ana;Lee\nBen;Ray", [("Ana Lee", "", None), ("Ben Ray", "", None)]),
        ("Nom;Courriel\nZoé;zoe@example.org", [("Zoé", "zoe@example.org", None)]),
        ("Jméno\nŽofie", [("Žofie", "", None)]),
        ("FULL NAME:\n'=Ana()", [("=Ana()", "", None)]),
        ("001    1      Kovac, Mira                       1710\n", [("Mira Kovac", "", 1710)]),
    ],
)
def test_lists(text: str, people: list[tuple[str, str, int | None]]) -> None:
    assert read(text.encode()) == people


def test_workbooks() -> None:
    assert read(workbook(["Name", "Rating"], ["Žofie", 1500], ["Ben", "x"])) == [("Žofie", "", 1500), ("Ben", "", None)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"Name;Rating\n",
        b"a\0b",
        b"PK\x03\x04 no archive",
        b"x" * (MAX_ROSTER_BYTES + 1),
        b"Ana\n" * (MAX_ROWS + 1),
        b"001    1\n",
        workbook(["Ana"], more={"xl/bomb.bin": bytes(30_000_000)}),
        workbook(*[["Ana"]] * (MAX_ROWS + 1)),
    ],
    ids=["empty", "blank", "heading", "binary", "broken", "large", "long", "trf", "bomb", "rows"],
)
def test_unreadable_files(content: bytes) -> None:
    with pytest.raises(UnreadableRoster):
        read_people(content)


def test_faults_of_lines() -> None:
    text = f"name;e-mail;rating\n;a@example.org;\n{'x' * 70};;\nAna;nowhere;abc\nBen;;\nBEN;;\nCy;;12345678901\n"
    assert [one.faults for one in read_people(text.encode())] == [
        (Fault.NO_NAME,),
        (Fault.LONG_NAME,),
        (Fault.UNREADABLE_EMAIL, Fault.UNREADABLE_RATING),
        (),
        (Fault.TWICE_IN_LIST,),
        (Fault.UNREADABLE_RATING,),
    ]


def test_lines_are_compared_with_the_roster() -> None:
    roster = [KnownPerson(1, "Žofie Nováková", "zofie@example.org", 1500), KnownPerson(2, "Ben Ray", "", None)]
    lines = [
        ListedPerson(1, "Cyril"),
        ListedPerson(2, "ben ray", rating=1400),
        ListedPerson(3, "Novakova Zofie"),
        ListedPerson(4, "Dana", email="ZOFIE@example.org"),
        ListedPerson(5, "Žofie Nováková", email="other@example.org"),
        ListedPerson(6, "Žofie Nováková", rating=1500),
        ListedPerson(7, "Ben Ray", email="ben@example.org", rating=1400),
    ]
    assert [(one.verdict, one.doubts, one.people, one.changes) for one in plan_import(lines, roster)] == [
        (Verdict.NEW, (), (), ()),
        (Verdict.KNOWN, (), (2,), ("rating",)),
        (Verdict.DOUBTFUL, (Doubt.SIMILAR_NAME,), (1,), ()),
        (Verdict.DOUBTFUL, (Doubt.SAME_EMAIL,), (1,), ()),
        (Verdict.DOUBTFUL, (Doubt.OTHER_EMAIL,), (1,), ()),
        (Verdict.KNOWN, (), (1,), ()),
        (Verdict.KNOWN, (), (2,), ("email", "rating")),
    ]


def test_a_digest_changes_with_the_plan() -> None:
    lines = [ListedPerson(1, "Ana")]
    assert plan_digest(plan_import(lines, [])) == plan_digest(plan_import(lines, []))
    assert plan_digest(plan_import(lines, [])) != plan_digest(plan_import(lines, [KnownPerson(1, "Ana", "", None)]))
