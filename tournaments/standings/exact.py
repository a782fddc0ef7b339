"""Exact sums and means of fractions, reduced once instead of at every step."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

Ratio = tuple[int, int]


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    return Fraction(*_total(value.as_integer_ratio() for value in values))


def exact_mean(values: Sequence[Fraction]) -> Fraction:
    numerator, denominator = _total(value.as_integer_ratio() for value in values)
    return Fraction(numerator, denominator * len(values))


def exact_mean_of_products(pairs: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    numerator, denominator = _total(_product(one, other) for one, other in pairs)
    return Fraction(numerator, denominator * len(pairs))


def _product(one: Fraction, other: Fraction) -> Ratio:
    (top, bottom), (other_top, other_bottom) = one.as_integer_ratio(), other.as_integer_ratio()
    return top * other_top, bottom * other_bottom


def _total(ratios: Iterable[Ratio]) -> Ratio:
    numerator, denominator = 0, 1
    for top, bottom in ratios:
        if bottom == denominator:
            numerator += top
        else:
            common = lcm(bottom, denominator)
            numerator = numerator * (common // denominator) + top * (common // bottom)
            denominator = common
    return numerator, denominator
