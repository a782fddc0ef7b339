"""A club's own website from the API: `python club_site.py http://localhost:8000 vega-circle > index.html`."""

import json
import sys
from html import escape
from urllib.request import urlopen

SITE, CLUB = sys.argv[1:3]


def read(path: str) -> dict:
    with urlopen(f"{SITE}/api/v1/{path}") as answer:
        return json.load(answer)


def table(event: dict) -> str:
    standings = read(f"tournaments/{event['id']}/standings/")
    rows = "".join(
        f"<tr><td>{row['rank']}<td>{escape(row['player']['name'])}<td>{row['points']}" for row in standings["rows"]
    )
    address = f"{SITE}/tournaments/{event['id']}/"
    return f'<h2><a href="{address}">{escape(event["name"])}</a></h2><p>{event["status"]}<table>{rows}</table>'


club = read(f"clubs/{CLUB}/")
news = read(f"clubs/{CLUB}/news/")["results"]
print(f"<!doctype html><meta charset=utf-8><title>{escape(club['name'])}</title><h1>{escape(club['name'])}</h1>")
print(f"<p>{escape(club['description'])} {club['members']} members.")
print(*(f"<h3>{escape(item['title'])}</h3><p>{escape(item['text'])}" for item in news))
print(*(table(event) for event in read(f"tournaments/?club={CLUB}")["results"]))
