"""The soak test itself, in a process with the site's settings: keep a game of every variant running, take samples."""

import json
import sys
import time
from dataclasses import asdict

import django

django.setup()

import redis  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games import rules  # noqa: E402
from games.ai import level  # noqa: E402
from games.enums import IN_PROGRESS  # noqa: E402
from games.models import Game  # noqa: E402
from tests.bench.measuring import clear, show  # noqa: E402
from tests.games.playing import start  # noqa: E402
from tests.load.sites import Processes, open_files, resident_megabytes, running_site  # noqa: E402
from tests.load.soak import LONGEST_TURN, SAMPLES_EVERY_SECONDS, Sample  # noqa: E402

QUEUES = ("default", "clock", "ai", "mail")
WEAKEST = 1


def main(minutes: float) -> None:
    player = User.objects.get(username=level(WEAKEST).slug)
    broker = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    samples = []
    with running_site(webs=1) as site:
        until = time.monotonic() + minutes * 60
        while (left := until - time.monotonic()) > 0:
            keep_playing(player)
            samples.append(sample(site, broker))
            show(f"soaking; {samples[-1].turns:,} turns", int(minutes * 60 - left), int(minutes * 60))
            time.sleep(SAMPLES_EVERY_SECONDS)
    clear()
    sys.stdout.write(json.dumps([asdict(one) for one in samples]))


def keep_playing(player: User) -> None:
    """Keep a game of every variant running with AIs at all seats; replace finished ones."""
    going = set(Game.objects.filter(status__in=IN_PROGRESS).values_list("variant", flat=True))
    for variant in set(rules.variant_ids()) - going:
        start(variant, [player] * rules.variant(variant).seats, set_up=False)


def sample(site: Processes, broker: "redis.Redis") -> Sample:
    family = site.family()
    owed = Game.objects.filter(status__in=IN_PROGRESS, since__lt=timezone.now() - LONGEST_TURN)
    taken = Sample(
        megabytes=resident_megabytes(family),
        files=open_files(family),
        waiting=sum(int(broker.llen(queue)) for queue in QUEUES),  # type: ignore[arg-type]
        unfinished=owed.count(),
        turns=Game.objects.aggregate(all=Sum("turn"))["all"] or 0,
    )
    connection.close()
    return taken


if __name__ == "__main__":
    main(float(sys.argv[1]))
