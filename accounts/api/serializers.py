"""Serializers of users, board preferences and tokens."""

from datetime import date
from typing import Any

from rest_framework import serializers

from accounts.boards import BoardTaste
from accounts.drf.fields import RowOutput
from accounts.enums import BoardTheme, PawnSet, Scope, SuitSet, VegaSet
from accounts.models import ApiToken, User
from accounts.services.tokens import MAX_DAYS


class PersonOutput(serializers.ModelSerializer[User]):
    """The public profile of a user."""

    name = serializers.CharField(source="public_name")
    joined_on = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["username", "name", "about", "is_ai", "joined_on"]

    def get_joined_on(self, person: User) -> date:
        return person.date_joined.date()


class MeOutput(PersonOutput):
    """A user's own profile."""

    class Meta:
        model = User
        fields = [*PersonOutput.Meta.fields, "display_name", "email", "time_zone", "language"]


class ProfileInput(serializers.Serializer[Any]):
    """Fields left out are unchanged."""

    display_name = serializers.CharField(max_length=40, allow_blank=True, required=False)
    about = serializers.CharField(max_length=2000, allow_blank=True, required=False)
    time_zone = serializers.CharField(max_length=64, required=False)
    language = serializers.CharField(max_length=8, required=False)


class BoardTasteOutput(serializers.Serializer[BoardTaste]):
    """Board preferences of a user."""

    theme = serializers.ChoiceField(BoardTheme.choices)
    vega = serializers.ChoiceField(VegaSet.choices)
    suits = serializers.ChoiceField(SuitSet.choices)
    pawns = serializers.ChoiceField(PawnSet.choices)
    coordinates = serializers.BooleanField()
    confirm = serializers.BooleanField()
    sound = serializers.BooleanField()


class BoardTasteInput(serializers.Serializer[Any]):
    """Fields left out are unchanged."""

    theme = serializers.ChoiceField(BoardTheme.choices, required=False)
    vega = serializers.ChoiceField(VegaSet.choices, required=False)
    suits = serializers.ChoiceField(SuitSet.choices, required=False)
    pawns = serializers.ChoiceField(PawnSet.choices, required=False)
    coordinates = serializers.BooleanField(required=False)
    confirm = serializers.BooleanField(required=False)
    sound = serializers.BooleanField(required=False)


class TokenOutput(RowOutput[ApiToken]):
    """A token without its secret."""

    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "hint", "created_at", "expires_at", "last_used_at"]


class NewTokenOutput(TokenOutput):
    """A new token with its secret, which is shown only once."""

    secret = serializers.CharField()

    class Meta:
        model = ApiToken
        fields = [*TokenOutput.Meta.fields, "secret"]


class TokenInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices), max_length=len(Scope.choices))
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS)
