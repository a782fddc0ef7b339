"""A model field for messages that are translated when read, into any language."""

import json
from collections.abc import Mapping
from typing import Any

from django.db import models

from games.rules.sentences import Sentence

MARKS = ('{"say":', '{"code":')


class SentenceField(models.TextField):
    """A text field that stores a message's template and values, and returns the message; other text is unchanged.

    Of `texts` it stores the code in place of the template, so that they can be reworded.
    """

    def __init__(self, *args: Any, texts: Mapping[str, Sentence] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = texts or {}

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if value is None or not value.startswith(MARKS):
            return value
        try:
            return Sentence.from_json(json.loads(value), self.texts)
        except (AttributeError, LookupError, TypeError, ValueError):  # typed by a person, or of another version
            return value

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Sentence):
            return json.dumps(value.to_json(self.texts), ensure_ascii=False)
        return super().get_prep_value(value)
