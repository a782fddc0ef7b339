"""Serializer fields whose output differs from REST framework's."""

from datetime import UTC, datetime
from typing import Any, TypeVar

from django.db import models
from rest_framework import serializers

Row = TypeVar("Row", bound=models.Model)


class MomentField(serializers.DateTimeField):
    """A moment in UTC, to the millisecond."""

    def to_representation(self, value: Any) -> Any:
        if not isinstance(value, datetime):
            return value
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class RowOutput(serializers.ModelSerializer[Row]):
    """A row's columns as output."""

    serializer_field_mapping = {
        **serializers.ModelSerializer.serializer_field_mapping,
        models.DateTimeField: MomentField,
    }
