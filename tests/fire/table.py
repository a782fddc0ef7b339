"""The cases of each row of the table in docs/reliability.md, and the sites on which they run."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.fire.cases import (
    ai_killed,
    backup,
    bad_mail,
    bodies,
    broker_down,
    database_down,
    disk_full,
    half_sent,
    huge_numbers,
    hung_up,
    large_draws,
    login_limit,
    long_positions,
    many_due,
    pgbouncer,
    slow_outside,
    stream_crowd,
    streams,
    streams_end,
    upgrade,
    web_killed,
)
from tests.fire.cases.suite import tests
from tests.fire.context import CaseContext, Site, embedded, production
from tests.fire.release import kept_releases

BOTH = (embedded, production)


@dataclass(frozen=True)
class Case:
    row: int
    name: str
    run: Callable[[CaseContext], str]
    sites: tuple[Site, ...] = BOTH


CASES = (
    Case(1, "one_ply", tests("games/test_races.py::test_twenty_concurrent_turns_of_one_ply_play_one_turn")),
    Case(
        2,
        "sent_again",
        tests(
            "games/test_idempotent_turns.py",
            "games/test_races.py::test_twenty_concurrent_copies_of_a_turn_are_one_turn_with_one_answer",
        ),
    ),
    Case(2, "hung_up", hung_up.run),
    Case(3, "web_killed", web_killed.run),
    Case(4, "ai_killed", ai_killed.run),
    Case(5, "broker_down", broker_down.run, (production,)),
    Case(6, "database_down", database_down.run, (production,)),
    Case(7, "many_due", many_due.run),
    Case(8, "pair_at_once", tests("tournaments/test_races.py")),
    Case(
        9,
        "come_and_go",
        tests(
            "tournaments/test_races.py",
            "tournaments/test_races_while_pairing.py",
            "tournaments/test_withdrawals_and_corrections.py",
        ),
    ),
    Case(
        10,
        "secrets",
        tests(
            "games/test_secret_set_ups.py",
            "games/test_conditional_moves_secret.py",
            "tournaments/test_secret_set_ups_in_tournaments.py",
            "access/test_secret_setups.py",
        ),
    ),
    Case(11, "access", tests("access/test_matrix.py", "access/test_guests.py")),
    Case(12, "foreign_fields", tests("access/test_mass_assignment.py"), (embedded,)),
    Case(13, "forged", tests("access/test_csrf_and_safe_methods.py")),
    Case(14, "markup", tests("access/test_markup.py")),
    Case(15, "malformed", tests("access/test_malformed_input.py", "access/test_malformed_urls.py")),
    Case(15, "bodies", bodies.run),
    Case(15, "streams", streams.run),
    Case(16, "schema", tests("access/test_api_matches_schema.py")),
    Case(17, "clocks", tests("games/test_clocks.py", "games/test_time_off.py", "games/test_vacations.py")),
    Case(18, "unreadable", tests("games/test_clocks.py", "test_unreadable_games.py")),
    Case(19, "disk_full", disk_full.run, (embedded,)),
    Case(20, "backup", backup.run),
    *(Case(21, "upgrade", upgrade.upgrade_from(release)) for release in kept_releases()),
    Case(22, "slow_outside", slow_outside.run),
    Case(23, "pgbouncer", pgbouncer.run, (production,)),
    Case(24, "huge_numbers", huge_numbers.numbers),
    Case(24, "web_hangs", huge_numbers.web_hangs),
    Case(25, "stream_crowd", stream_crowd.run),
    Case(26, "long_positions", long_positions.run),
    Case(27, "half_sent", half_sent.run),
    Case(28, "large_draws", large_draws.run),
    Case(29, "bad_mail", bad_mail.run),
    Case(30, "login_limit", login_limit.run),
    Case(31, "streams_end", streams_end.run),
)
