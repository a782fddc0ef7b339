"""Input of users, board preferences and tokens."""

from typing import Any

from rest_framework import serializers

from accounts.enums import BoardTheme, PawnSet, Scope, SuitSet, VegaSet
from accounts.services.tokens import MAX_DAYS


class ProfileInput(serializers.Serializer[Any]):
    """Fields left out are unchanged."""

    display_name = serializers.CharField(max_length=40, allow_blank=True, required=False)
    about = serializers.CharField(max_length=2000, allow_blank=True, required=False)
    time_zone = serializers.CharField(max_length=64, required=False)
    language = serializers.CharField(max_length=8, required=False)


class BoardTasteInput(serializers.Serializer[Any]):
    """Fields left out are unchanged."""

    theme = serializers.ChoiceField(BoardTheme.choices, required=False)
    vega = serializers.ChoiceField(VegaSet.choices, required=False)
    suits = serializers.ChoiceField(SuitSet.choices, required=False)
    pawns = serializers.ChoiceField(PawnSet.choices, required=False)
    coordinates = serializers.BooleanField(required=False)
    confirm = serializers.BooleanField(required=False)
    sound = serializers.BooleanField(required=False)


class TokenInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices), max_length=len(Scope.choices))
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS)
