"""Minimal hand-written views as reference: the site's costs are given as multiples of theirs.

They use the site's token authentication, middleware, rate limits and renderer, and nothing of its services.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import Game, GameEvent, Step


class Reading(APIView):
    """Authenticate, select one row, serialise it."""

    permission_classes = [IsAuthenticated]

    def get(self, request: Request, row_id: int) -> Response:
        return Response(GameEvent.objects.get(pk=row_id).payload)


class Writing(APIView):
    """Authenticate and write, in one transaction, the same rows that the site writes for a turn.

    The values are those of the previous turn: it knows no rules, checks nothing and returns a number.
    """

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, game_id: int) -> Response:
        values, payload = TURNS[game_id]
        body: Any = request.data
        steps, now = body["steps"], timezone.now()
        with transaction.atomic():
            seq = values["event_seq"] = values["event_seq"] + 1
            ply, values["ply"] = values["ply"], values["ply"] + len(steps)
            Game.objects.filter(pk=game_id).update(**values)
            Step.objects.bulk_create(
                [
                    Step(game_id=game_id, ply=ply + offset, turn=values["turn"], seat=0, text=text, at=now)
                    for offset, text in enumerate(steps)
                ]
            )
            GameEvent.objects.create(game_id=game_id, seq=seq, kind="turn", payload=payload, at=now)
        return Response({"ply": values["ply"]}, status=201)


TURNS: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
"""By game: the columns of its row after the last turn, and that turn's event."""
