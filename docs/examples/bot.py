"""A bot in seventy lines: it finds a game and plays it to the end at random, with a token and Python alone.

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
    """One request; its answer as JSON, or the stream of events line by line. What can't be helped ends the bot."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SITE}/api/v1/{path}", data, headers, method=method)
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        if refusal.code in (429, 503):  # too fast, or the site is busy
            time.sleep(int(refusal.headers["Retry-After"]))
            return call(method, path, body)
        answer = refusal if refusal.code in (404, 409, 422) else sys.exit(refusal.read().decode())
    return answer if path.endswith("events/") else json.load(answer)


def find_game():
    """Open a table and wait; or close it, so as not to sit at two, and join an older one."""
    table, is_mine = call("POST", "seeks/", TERMS), True
    while (table := call("GET", f"seeks/{table['id']}/"))["game"] is None:
        others = call("GET", f"seeks/?variant={VARIANT}&is_live=true&rated=false")["results"] if is_mine else []
        older = [one for one in others if one["id"] < table["id"] and one["creator"] != table["creator"]]
        if older and "id" in call("DELETE", f"seeks/{table['id']}/"):
            table, is_mine = call("POST", f"seeks/{older[-1]['id']}/join/"), False
            if "id" not in table:
                return find_game()
        time.sleep(1)
    return table["game"]


def choose_turn(game):
    """Step by step: any choice, then whatever may follow it, until the turn is whole."""
    steps, state = [], {**game["state"], "turn_begins": False}
    while not (state["turn_begins"] or state["result"]):
        steps.append(random.choice(state["choices"])["text"])
        question = {"position": game["state"]["position"], "options": game["options"], "steps": steps}
        state = call("POST", f"variants/{VARIANT}/positions/", question)
    return steps


def play(game_url):
    """At each event look at the game, and do what it waits for; a stream that ends is opened again."""
    while True:
        for line in call("GET", f"{game_url}events/"):
            game = call("GET", game_url) if line.startswith(b"data:") else {"status": "", "result": None}
            if game["status"] == "setup" and game["your_setup"] is None:
                call("POST", f"{game_url}setup/", {"setup": call("GET", f"{game_url}setup/")["example"]})
            if game["status"] == "running" and game["to_move"] == game["you"]:
                call("POST", f"{game_url}turns/", {"ply": game["ply"], "steps": choose_turn(game)})
            if game["result"]:
                return game["result"]["words"]


sys.stdout.write(play(f"games/{find_game()}/") + "\n")
