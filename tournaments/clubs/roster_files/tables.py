"""Rows of cells from the bytes of a file: text with separators in several encodings, or an XLSX workbook."""

import csv
import io
import zipfile
from collections import Counter
from datetime import date, datetime

from python_calamine import CalamineError, CalamineWorkbook

from games.rules.sentences import say

MAX_ROSTER_BYTES = 1_000_000
MAX_UNPACKED_BYTES = 20_000_000
MAX_ROWS = 2000
MAX_CELLS = 60
MAX_CELL = 500
SEPARATORS = ";\t,"
XLSX_START = b"PK\x03\x04"
Row = list[str]


class UnreadableRoster(Exception):
    """The file isn't a list of people; the message says what would be right."""


def read_rows(content: bytes) -> list[Row]:
    """The rows of a file, each with the text of its cells; empty rows are kept, so that line numbers are right."""
    if len(content) > MAX_ROSTER_BYTES:
        raise UnreadableRoster(
            say("This file is too large. Choose one of at most {most} bytes.", most=MAX_ROSTER_BYTES)
        )
    rows = _xlsx_rows(content) if content.startswith(XLSX_START) else _text_rows(decode(content))
    if len(rows) > MAX_ROWS:
        raise UnreadableRoster(say("This file has more than {most} lines. Import it in parts.", most=MAX_ROWS))
    return [[cell.strip()[:MAX_CELL] for cell in row[:MAX_CELLS]] for row in rows]


def decode(content: bytes) -> str:
    """Text in UTF-8 or UTF-16 with a byte order mark, in UTF-8 without one, else in Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _text_rows(text: str) -> list[Row]:
    if "\0" in text:
        raise UnreadableRoster(say("This isn't a text file. Choose a CSV, XLSX or TRF file."))
    separator, text = _named_separator(text)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator or _separator(text)))
    except csv.Error as error:
        raise UnreadableRoster(say("This file can't be read as CSV. Save it again from the spreadsheet.")) from error
    return rows if separator is None else [[], *rows]


def _named_separator(text: str) -> tuple[str | None, str]:
    """The separator of Excel's own first line `sep=;`, and the text after it."""
    first, _break, rest = text.partition("\n")
    line = first.strip().strip('"')
    if line.lower().startswith("sep=") and len(line) == 5:
        return line[4], rest
    if first.rstrip("\r").lower() == "sep=\t":
        return "\t", rest
    return None, text


def _separator(text: str) -> str:
    """The separator that most lines have; a semicolon or a tab before a comma, as names may contain commas."""
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    times = Counter({mark: sum(mark in line for line in lines) for mark in SEPARATORS})
    for mark in SEPARATORS[:2]:
        if 2 * times[mark] > len(lines):
            return mark
    return times.most_common(1)[0][0] if times.total() else ";"


def _xlsx_rows(content: bytes) -> list[Row]:
    _check_unpacked_size(content)
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheet = workbook.get_sheet_by_index(0)
        if sheet.total_height > MAX_ROWS or sheet.total_width > 1000:
            raise UnreadableRoster(say("This file has more than {most} lines. Import it in parts.", most=MAX_ROWS))
        return [[_cell_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
    except (CalamineError, IndexError, ValueError) as error:
        raise UnreadableRoster(say("This workbook can't be read. Save it again as XLSX or CSV.")) from error


def _check_unpacked_size(content: bytes) -> None:
    """Raise for a zip bomb: the parts may say a small size, so they are counted while they are unpacked."""
    left = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for part in archive.infolist():
                with archive.open(part) as stream:
                    while block := stream.read(65536):
                        left -= len(block)
                        if left < 0:
                            raise UnreadableRoster(say("This workbook is too large. Save the list of people alone."))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise UnreadableRoster(say("This workbook can't be read. Save it again as XLSX or CSV.")) from error


def _cell_text(cell: object) -> str:
    if isinstance(cell, bool) or cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date | datetime):
        return cell.isoformat()
    return str(cell)
