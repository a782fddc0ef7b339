"""Fault injection: processes killed, services stopped, disks filled, on a real site and loopback only.

`make fire` runs every row of the table in docs/reliability.md; `python -m tests.fire broker_down` runs one case. A case
is a function that takes a `CaseContext`, returns what was observed as a sentence, and raises `CheckFailed` on a fault.
Cases that are light enough are tests of the suite; their rows here run those tests on both databases.
"""
