"""Output serializers of clubs: members, news, seasons, log and webhooks."""

from rest_framework import serializers

from games.api.serializers import PlayerOutput as PersonOutput
from tournaments.enums import ClubAction, DeliveryStatus, EventKind, Joining, Role, Status


class ClubLineOutput(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    joining = serializers.ChoiceField(Joining.choices)
    members = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class ClubOutput(ClubLineOutput):
    is_closed = serializers.BooleanField()
    your_role = serializers.ChoiceField(Role.choices, allow_null=True)


class MemberOutput(PersonOutput):
    role = serializers.ChoiceField(Role.choices)
    joined_at = serializers.DateTimeField()


class JoinRequestOutput(serializers.Serializer):
    id = serializers.IntegerField()
    person = PersonOutput()
    message = serializers.CharField()
    created_at = serializers.DateTimeField()


class JoinedOutput(serializers.Serializer):
    """`member`, or `asked` where the club approves requests to join."""

    joined = serializers.ChoiceField(["member", "asked"])


class InvitationOutput(serializers.Serializer):
    invitation = serializers.CharField()


class NewsOutput(serializers.Serializer):
    id = serializers.IntegerField()
    title = serializers.CharField()
    text = serializers.CharField()
    author = PersonOutput()
    published_at = serializers.DateTimeField()


class TournamentNameOutput(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)


class SeasonLineOutput(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    best = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()


class SeasonRowOutput(serializers.Serializer):
    rank = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    total = serializers.CharField()
    counted = serializers.DictField(child=serializers.CharField())
    left_out = serializers.DictField(child=serializers.CharField())


class SeasonOutput(SeasonLineOutput):
    """Totals of each player's best results; `counted` and `left_out` by tournament."""

    tournaments = TournamentNameOutput(many=True)
    rows = SeasonRowOutput(many=True)


class ClubTableOutput(serializers.Serializer):
    """Totals over all finished tournaments of a club."""

    best = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    tournaments = TournamentNameOutput(many=True)
    rows = SeasonRowOutput(many=True)


class ClubChangeOutput(serializers.Serializer):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = PersonOutput()
    action = serializers.ChoiceField(ClubAction.choices)
    about = serializers.CharField()


class WebhookOutput(serializers.Serializer):
    id = serializers.IntegerField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class NewWebhookOutput(WebhookOutput):
    secret = serializers.CharField(help_text="Key that signs deliveries; shown only once.")


class DeliveryOutput(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(EventKind.choices)
    tournament = serializers.IntegerField()
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    status = serializers.ChoiceField(DeliveryStatus.choices)
    attempts = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_try_at = serializers.DateTimeField(allow_null=True)
    answer_status = serializers.IntegerField(allow_null=True)
    problem = serializers.CharField()
