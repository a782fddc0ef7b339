"""A bot in sixty lines: it finds a game and plays it to the end at random, with a token and Python alone.

python bot.py https://play.example.org ast_… nonaga
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

SITE, TOKEN, VARIANT = sys.argv[1:4]
TERMS = {"variant": VARIANT, "control": {"kind": "seconds", "allowance": 60}, "turn_limit": 10}


def call(method, path, body=None):
    """One request; its answer, and if it is refused the reason, as JSON (the stream of events line by line)."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SITE}/api/v1/{path}", data, headers, method=method)
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    return answer if path.endswith("events/") else json.load(answer)


def find_game():
    """Open a table and wait for somebody, or join an older one: of two who open at once one gives way."""
    mine = call("POST", "seeks/", TERMS)
    while (mine := call("GET", f"seeks/{mine['id']}/"))["game"] is None:
        for other in call("GET", f"seeks/?variant={VARIANT}")["results"]:
            if other["id"] < mine["id"] and (game_id := call("POST", f"seeks/{other['id']}/join/").get("game")):
                call("DELETE", f"seeks/{mine['id']}/")
                return game_id
        time.sleep(1)
    return mine["game"]


def choose_turn(game):
    """Step by step: any choice, then whatever may follow it, until the turn is whole."""
    steps, state = [], {**game["state"], "turn_begins": False}
    while not (state["turn_begins"] or state["result"]):
        steps.append(random.choice(state["choices"])["text"])
        question = {"position": game["state"]["position"], "options": game["options"], "steps": steps}
        state = call("POST", f"variants/{VARIANT}/positions/", question)
    return steps


game_url = f"games/{find_game()}/"
for line in call("GET", f"{game_url}events/"):
    game = call("GET", game_url) if line.startswith(b"data:") else {"status": ""}
    if game["status"] == "setup" and game["your_setup"] is None:
        call("POST", f"{game_url}setup/", {"setup": call("GET", f"{game_url}setup/")["example"]})
    if game["status"] == "running" and game["to_move"] == game["you"]:
        call("POST", f"{game_url}turns/", {"ply": game["ply"], "steps": choose_turn(game)})
    if game.get("result"):
        sys.stdout.write(game["result"]["words"] + "\n")
        break
