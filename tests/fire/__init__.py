"""The site under fire: processes killed, services taken away, disks filled, on a real site and loopback only.

`make fire` runs every row of the table in docs/reliability.md; `python -m tests.fire broker_down` runs one case. A case
is a function that takes a `Ground`, says in a sentence what was seen, and raises `Unseen` when it was not what must be.
What is light enough is a test of the suite; its row here runs that test on both databases.
"""
