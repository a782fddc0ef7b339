"""A column for sentences that are told again later, to readers of any language."""

import json
from typing import Any

from django.db import models

from games.rules.sentences import Sentence

MARK = '{"say":'


class SentenceField(models.TextField):
    """Keeps what a sentence was made of; read, it is the same sentence. Any other text is kept as it is."""

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        return Sentence.from_json(json.loads(value)) if value is not None and value.startswith(MARK) else value

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Sentence):
            return json.dumps(value.to_json(), ensure_ascii=False)
        return super().get_prep_value(value)
