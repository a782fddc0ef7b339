"""Sums and means of fractions. Fraction's own addition reduces at every step; these reduce once."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    return Fraction(*_ratio(values))


def exact_mean(values: Sequence[Fraction]) -> Fraction:
    numerator, denominator = _ratio(values)
    return Fraction(numerator, denominator * len(values))


def _ratio(values: Iterable[Fraction]) -> tuple[int, int]:
    numerator, denominator = 0, 1
    for value in values:
        top, bottom = value.as_integer_ratio()
        if bottom != denominator:
            common = lcm(bottom, denominator)
            numerator *= common // denominator
            top *= common // bottom
            denominator = common
        numerator += top
    return numerator, denominator
