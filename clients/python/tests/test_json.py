"""JSON keeps all digits, and refuses what it has no form for."""

from __future__ import annotations

import datetime
import enum
import math
from decimal import Decimal

import pytest

from msingi._core.json import dumps, loads


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-1",
        "123456789012345678901234567890",
        "0.10",
        "1E-7",
        "[]",
        "{}",
        '[1,"a",null,true,false]',
        '{"a":{"b":[{}]}}',
    ],
)
def test_values_come_through_as_they_are(text: str) -> None:
    assert dumps(loads(text)) == text


def test_numbers_keep_their_digits() -> None:
    digits = "9" * 5000
    assert loads(f"[1.10, {2**63}]") == [Decimal("1.10"), 2**63]
    assert dumps(loads(digits)) == digits
    assert dumps([1.5, Decimal("1.50")]) == "[1.5,1.50]"


def test_values_of_python_are_written() -> None:
    class Colour(enum.Enum):
        RED = "red"

    zone = datetime.timezone.utc
    values = [
        datetime.datetime(2026, 1, 2, tzinfo=zone),
        datetime.date(2026, 1, 2),
        b"\x01",
        Colour.RED,
        ("é", {"a": ()}),
    ]
    assert dumps(values) == r'["2026-01-02T00:00:00+00:00","2026-01-02","\\x01","red",["\u00e9",{"a":[]}]]'


@pytest.mark.parametrize("value", [math.nan, math.inf, Decimal("NaN"), datetime.datetime(2026, 1, 2), object(), {1: 2}])
def test_what_has_no_form_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        dumps(value)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "", "{", "<p>"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        loads(text)
