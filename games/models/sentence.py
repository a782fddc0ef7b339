"""A column for sentences that are told again later, to readers of any language."""

import json
from typing import Any

from django.db import models

from games.rules.sentences import Sentence

MARK = '{"say":'


class SentenceField(models.TextField):
    """Keeps what a sentence was made of; read, it is the same sentence. Any other text is kept as it is."""

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if value is None or not value.startswith(MARK):
            return value
        try:
            return Sentence.from_json(json.loads(value))
        except (AttributeError, LookupError, TypeError, ValueError):  # typed by a person, or of another version
            return value

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Sentence):
            return json.dumps(value.to_json(), ensure_ascii=False)
        return super().get_prep_value(value)
