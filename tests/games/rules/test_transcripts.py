import pytest

from games.rules import variant, variant_ids
from tests.games.rules.transcripts import FOLDER, transcript


@pytest.mark.parametrize("variant_id", variant_ids())
def test_the_engine_reproduces_the_transcript(variant_id: str) -> None:
    assert transcript(variant(variant_id)) == (FOLDER / f"{variant_id}.txt").read_text(encoding="utf-8")
