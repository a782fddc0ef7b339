"""Assign players to tables: a greedy start in the given order, then simulated annealing over swaps.

Minimises the total cost of pairs at one table, given as a matrix of whole numbers. The seed makes it repeatable.
"""

import math
from collections.abc import Sequence
from random import Random

Costs = Sequence[Sequence[int]]


def seat_by_cost(costs: Costs, sizes: Sequence[int], *, seed: int, swaps: int) -> list[list[int]]:
    """Players 0…n-1 at tables of these sizes, with a low total cost of pairs at one table."""
    tables = _greedy(costs, sizes)
    if len(tables) > 1:
        _anneal(costs, tables, Random(seed), swaps)  # noqa: S311 - repeatable, not secret
    return tables


def _greedy(costs: Costs, sizes: Sequence[int]) -> list[list[int]]:
    """Each table takes the first player left, then repeatedly the cheapest player to add."""
    waiting = list(range(len(costs)))
    tables = []
    for size in sizes:
        table = [waiting.pop(0)]
        while len(table) < size:
            chosen = min(waiting, key=lambda player: sum(costs[player][mate] for mate in table))
            waiting.remove(chosen)
            table.append(chosen)
        tables.append(table)
    return tables


def _anneal(costs: Costs, tables: list[list[int]], random: Random, swaps: int) -> None:
    places = [(table, index) for table in tables for index in range(len(table))]
    best, best_tables, total = 0, [table[:] for table in tables], 0
    hot = max(1.0, _typical_cost(costs))
    cold = hot / 1000
    for step in range(swaps):
        (one, i), (other, j) = places[int(random.random() * len(places))], places[int(random.random() * len(places))]
        if one is other:
            continue
        change = _change(costs, one, i, other, j)
        heat = hot * (cold / hot) ** (step / swaps)
        if change <= 0 or change < -heat * math.log(1.0 - random.random()):
            one[i], other[j] = other[j], one[i]
            total += change
            if total < best:
                best, best_tables = total, [table[:] for table in tables]
    tables[:] = best_tables


def _change(costs: Costs, one: list[int], i: int, other: list[int], j: int) -> int:
    """The change of the total cost when the two players swap places."""
    leaving, coming = costs[one[i]], costs[other[j]]
    change = 0
    for index, mate in enumerate(one):
        if index != i:
            change += coming[mate] - leaving[mate]
    for index, mate in enumerate(other):
        if index != j:
            change += leaving[mate] - coming[mate]
    return change


def _typical_cost(costs: Costs) -> float:
    positive = [cost for row in costs for cost in row if cost > 0]
    return sum(positive) / len(positive) if positive else 0.0
