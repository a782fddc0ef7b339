"""Example requests and responses of the API schema; a test compares their shapes with real responses."""

from tournaments.selectors.api_json import DETAILS, Json

AT = "2026-03-01T18:00:00.000Z"
MIRA = {"username": "mira", "name": "Mira Kovač", "is_ai": False}
CLUB_REQUEST = {"name": "Vega Circle", "description": "Thursdays at eight.", "joining": "open"}
CLUB_LINE = {**CLUB_REQUEST, "slug": "vega-circle", "members": 12, "created_at": AT}
CLUB = {**CLUB_LINE, "is_closed": False, "your_role": "owner"}
MEMBER = {**MIRA, "role": "organiser", "joined_at": AT}
JOIN_REQUEST = {"invitation": "", "message": "I play Lyra."}
JOINED = {"joined": "member"}
ASKED_TO_JOIN = {"id": 3, "person": MIRA, "message": "I play Lyra.", "created_at": AT}
INVITATION = {"invitation": "mT0c2Wq8bQ3hYw"}
NEWS_REQUEST = {"title": "Spring Open", "text": "Registration is open until Sunday."}
NEWS = {"id": 5, **NEWS_REQUEST, "author": MIRA, "published_at": AT}
SEASON_REQUEST = {"name": "2026", "best": 3, "score": "points", "tournaments": [7]}
SEASON_LINE = {"id": 2, "name": "2026", "best": 3, "score": "points"}
SEASON = {
    **SEASON_LINE,
    "tournaments": [{"id": 7, "name": "Spring Open", "status": "final"}],
    "rows": [
        {
            "rank": 1,
            "username": "mira",
            "name": "Mira Kovač",
            "total": "16",
            "counted": {"7": "16"},
            "left_out": {},
        }
    ],
}
CLUB_TABLE = {name: value for name, value in SEASON.items() if name not in ("id", "name")}
CONTROL = {"kind": "days", "allowance": 259200.0, "increment": 0.0, "cap": None}
SCORING = {
    "win": "6",
    "tally_win": "4",
    "draw": "2",
    "loss": "0",
    "pairing_bye": "4",
    "requested_bye": "2",
    "absence": "0",
}
TOURNAMENT_REQUEST: Json = {
    "club": "vega-circle",
    "name": "Spring Open",
    "format": "swiss",
    "venue": "correspondence",
    "variant": "lyra-2",
    "control": {"kind": "days", "allowance": 259200},
    "rounds": 5,
    "tie_breaks": ["buchholz_cut_1", "sonneborn_berger"],
    "round_length": 1209600,
    "auto_advance": True,
}
CHANGES_REQUEST = {"rounds": 6, "reason": "More players than expected."}
TOURNAMENT_LINE: Json = {
    "id": 7,
    "club": {"slug": "vega-circle", "name": "Vega Circle"},
    "name": "Spring Open",
    "status": "running",
    "format": "swiss",
    "venue": "correspondence",
    "variant": "lyra-2",
    "family": "vega",
    "rounds": 5,
    "players": 24,
    "first_round_at": None,
    "created_at": AT,
}
TOURNAMENT: Json = {
    **TOURNAMENT_LINE,
    "options": {},
    "rated": False,
    "turn_limit": 60,
    "time_limit": None,
    "spectators": True,
    "chat": True,
    "weekends_off": False,
    "is_live": False,
    "control": CONTROL,
    **{rule.name: rule.default for rule in DETAILS},
    "scoring": SCORING,
    "tie_breaks": ["buchholz_cut_1", "sonneborn_berger"],
    "round_length": 1209600.0,
    "auto_advance": True,
    "description": "",
    "revision": 31,
    "current_round": 2,
    "organisers": [MIRA],
    "you": {"organiser": False, "entry": 41, "status": "entered"},
}
ENTRY: Json = {
    "id": 41,
    "number": 1,
    "name": "Mira Kovač",
    "username": "mira",
    "is_ai": False,
    "is_bye_ai": False,
    "rating": 1710,
    "status": "entered",
    "first_round": 1,
    "left_round": None,
}
OTHER_ENTRY: Json = {**ENTRY, "id": 42, "number": 2, "name": "Pavel", "username": "pavel", "rating": 1650}
NEW_PLAYER_REQUEST = {"username": "mira", "rating": 1710}
RATING_REQUEST = {"rating": 1720}
TRF_REQUEST = {"trf": "001    1      Kovac, Mira                       1710\n"}
ANSWER_REQUEST = {"accept": True, "reason": ""}
REASON_REQUEST = {"reason": "The hall is not free."}
PREVIEW = {
    "sentence": "1 of 4 games played, less than half: these results are void, and the remaining games are not played.",
    "strikes_results": True,
}
BYE_REQUEST = {"round": 3, "kind": "requested"}
ASKED_BYE = {"player": 41, "round": 3, "kind": "requested"}
PAIR_REQUEST = {"one": 41, "other": 42, "reason": "They are married."}
FORBIDDEN = {"one": 41, "other": 42, "first_round": 1, "last_round": None}
RECORD: Json = {
    "round": 1,
    "points": "6",
    "opponents": [{"id": 42, "number": 2, "name": "Pavel", "points": "6"}],
    "moved_first": True,
    "is_played": True,
    "bye": None,
}
TIE_BREAK = {"code": "buchholz", "name": "Buchholz", "explanation": "The sum of the opponents' scores."}
PLAYER: Json = {
    **ENTRY,
    "after_round": 1,
    "possible": {"best": 1, "worst": 5, "is_exact": False},
    "rank": 1,
    "points": "6",
    "rounds": [RECORD],
    "tie_breaks": [
        {
            **TIE_BREAK,
            "value": "4",
            "terms": [{"round": 1, "opponents": ["Pavel"], "value": "4", "factor": None, "note": "played"}],
        }
    ],
}
ATTEMPT = 24
ROUND: Json = {
    "number": 1,
    "attempt": ATTEMPT,
    "status": "published",
    "progress": 100,
    "problem": "",
    "remedies": [],
    "engine": "gacrux FIDE Dutch 2026",
    "engine_version": "1.11",
    "seed": 41923,
    "input_digest": "6f1c…",
    "edited_by_hand": False,
    "starts_at": AT,
    "deadline": None,
    "published_at": AT,
    "finished_at": None,
}
TABLE: Json = {
    "id": 90,
    "number": 1,
    "replay": 0,
    "venue": "correspondence",
    "reason": "Mira Kovač and Pavel play each other, upper half of the starting order against the lower.",
    "game": 1204,
    "outcome": "goal",
    "source": "game",
    "is_void": False,
    "claim": None,
    "claimed_by": None,
    "contradicts": None,
    "seats": [
        {"player": ENTRY, "rank": 1, "by_tally": False, "tally": 4, "points": "6"},
        {"player": OTHER_ENTRY, "rank": 2, "by_tally": False, "tally": 2, "points": "0"},
    ],
}
BYE: Json = {"player": OTHER_ENTRY, "kind": "pairing", "points": "4", "reason": "The number of players is odd."}
PAIRINGS: Json = {**ROUND, "tables": [TABLE], "byes": [BYE]}
OBJECTION = {"sentence": "Mira Kovač and Pavel have already played each other.", "is_blocking": False}
ATTEMPT_REQUEST = {"attempt": ATTEMPT}
NEXT_ROUND_REQUEST = {"round": 1}
SWAP_REQUEST = {**ATTEMPT_REQUEST, "one": 41, "other": 42, "reason": "They travel together."}
NEXT_STEP = {
    "sentence": "Everything is ready for round 3.",
    "action": "pair",
    "label": "Pair round 3",
    "remedies": [],
    "round": 3,
    "attempt": None,
}
MOVE_REQUEST = {**ATTEMPT_REQUEST, "player": 41, "table": 2, "seat": 0, "reason": "A late train."}
TURN_REQUEST = {**ATTEMPT_REQUEST, "table": 1, "reason": ""}
VENUE_REQUEST = {**ATTEMPT_REQUEST, "venue": "board"}
TIMES_REQUEST = {**ATTEMPT_REQUEST, "starts_at": AT, "deadline": None}
CLAIM_REQUEST = {"outcome": "limit", "ranks": [1, 2], "tallies": [4, 2]}
RESULT_REQUEST = {**CLAIM_REQUEST, "reason": "Score sheet misread."}
HEAD: Json = {
    "tournament": 7,
    "status": "running",
    "revision": 31,
    "after_round": 2,
    "rounds": 5,
    "tie_breaks": [TIE_BREAK],
}
STANDINGS: Json = {**HEAD, "rows": [{"rank": 1, "player": ENTRY, "points": "10", "tie_breaks": ["14"]}]}
PROJECTION: Json = {
    **HEAD,
    "games": [
        {
            "table": 90,
            "round": 2,
            "game": 1204,
            "players": [
                {"id": 41, "name": "Mira Kovač", "points": "4"},
                {"id": 42, "name": "Pavel", "points": "0"},
            ],
        }
    ],
    "rows": [{**STANDINGS["rows"][0], "present_rank": 2, "present_points": "6"}],
}
CROSSTABLE: Json = {**HEAD, "rows": [{"rank": 1, "player": ENTRY, "points": "6", "rounds": [[RECORD]]}]}
POSSIBLE = {"player": 41, "best": 1, "worst": 5, "is_exact": False}
CLUB_CHANGE: Json = {"id": 12, "at": AT, "actor": MIRA, "action": "admitted", "about": "pavel"}
CHANGE: Json = {
    "id": 310,
    "at": AT,
    "actor": MIRA,
    "kind": "pairing",
    "round": 2,
    "text": "Round 2 was published.",
    "reason": "",
}
CSV = "rank,number,player,username,rating,points,buchholz\r\n1,1,Mira Kovač,mira,1710,10,14\r\n"
TRF = "012 Spring Open\n142 5\n"
STREAM = (
    'id: 32\nevent: result\ndata: {"seq":32,"kind":"result","at":"2026-11-15T18:00:00Z","round":2,"table":90,'
    '"outcome":"goal","is_corrected":false,"players":[{"id":41,"name":"Mira Kovač","rank":1,"points":"6"},'
    '{"id":42,"name":"Pavel","rank":2,"points":"0"}]}\n\n'
)
WEBHOOK_REQUEST = {"url": "https://club.example.org/asterism", "kinds": ["round_published", "result", "final"]}
WEBHOOK: Json = {**WEBHOOK_REQUEST, "id": 3, "created_at": AT}
NEW_WEBHOOK: Json = {**WEBHOOK, "secret": "whs_…"}  # nosec B105 # an example
DELIVERY: Json = {
    "id": 71,
    "kind": "result",
    "tournament": 7,
    "seq": 32,
    "at": AT,
    "status": "waiting",
    "attempts": 2,
    "tried_at": AT,
    "next_try_at": AT,
    "answer_status": 503,
    "problem": "Responded with status 503.",
}
