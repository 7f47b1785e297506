"""JSON with all digits of its numbers, and with the values of Python that columns hold."""

from __future__ import annotations

import datetime
import decimal
import enum
import json
import math
import uuid
from collections.abc import Callable, Mapping
from typing import Any, NoReturn


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# Python reads whole numbers of up to 4,300 digits; a decimal column can hold more.
def _whole(digits: str) -> int | decimal.Decimal:
    return int(digits) if len(digits) <= 4300 else decimal.Decimal(digits)


_decoder = json.JSONDecoder(parse_float=decimal.Decimal, parse_constant=_no_constant)
_long_decoder = json.JSONDecoder(parse_float=decimal.Decimal, parse_int=_whole, parse_constant=_no_constant)


def loads(text: str | bytes) -> Any:
    """loads reads JSON: whole numbers as int, all others as Decimal. Raises ValueError."""
    if isinstance(text, bytes):
        text = text.decode()
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _long_decoder.decode(text)


def dumps(value: object) -> str:
    """dumps writes JSON: Decimal as a number with all its digits, and what `text_of` knows as a text. Raises TypeError
    or ValueError."""
    out: list[str] = []
    _write(value, out)
    return "".join(out)


def text_of(value: object) -> str | None:
    """text_of returns the text of a value that JSON has no form for, or None if the value is not one of these."""
    for kind, write in _TEXTS:
        if isinstance(value, kind):
            return write(value)
    return None


def plain(value: object) -> str:
    """plain returns the text of a value as addresses have it: filters, and other parameters."""
    if isinstance(value, bool):
        return _CONSTANTS[value]
    return text_of(value) or str(value)


def _instant(value: datetime.datetime) -> str:
    if value.tzinfo is None:
        raise ValueError(f"The time {value.isoformat()} has no zone. Give it one: tzinfo=datetime.timezone.utc.")
    return value.isoformat()


def _interval(value: datetime.timedelta) -> str:
    return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"


# A datetime is a date, too, so it comes first.
_TEXTS: tuple[tuple[type | tuple[type, ...], Callable[[Any], str]], ...] = (
    (uuid.UUID, str),
    (datetime.datetime, _instant),
    ((datetime.date, datetime.time), lambda value: str(value.isoformat())),
    (datetime.timedelta, _interval),
    ((bytes, bytearray, memoryview), lambda value: f"\\x{bytes(value).hex()}"),
)

_string = json.encoder.encode_basestring_ascii
_CONSTANTS = {None: "null", True: "true", False: "false"}


def _number(value: int | float | decimal.Decimal) -> str:
    if isinstance(value, int):
        return int.__repr__(value)
    if not (value.is_finite() if isinstance(value, decimal.Decimal) else math.isfinite(value)):
        raise ValueError(f"{value} is not a number that JSON has.")
    return str(value) if isinstance(value, decimal.Decimal) else float.__repr__(value)


def _write(value: object, out: list[str]) -> None:
    if isinstance(value, str):
        out.append(_string(value.value if isinstance(value, enum.Enum) else value))
    elif value is None or value is True or value is False:
        out.append(_CONSTANTS[value])
    elif isinstance(value, enum.Enum):
        _write(value.value, out)
    elif isinstance(value, (int, float, decimal.Decimal)):
        out.append(_number(value))
    elif isinstance(value, (dict, Mapping)):
        _write_object(value, out)
    elif (text := text_of(value)) is not None:
        out.append(_string(text))
    elif isinstance(value, (list, tuple, set, frozenset)):
        before = "["
        for item in value:
            out.append(before)
            _write(item, out)
            before = ","
        out.append("]" if before == "," else "[]")
    else:
        raise TypeError(f"A value of type {type(value).__name__} cannot be sent as JSON.")


def _write_object(value: Mapping[Any, object], out: list[str]) -> None:
    before = "{"
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError(f"{key!r} cannot be the name of a field: it is no text.")
        out.append(f"{before}{_string(key)}:")
        _write(item, out)
        before = ","
    out.append("}" if before == "," else "{}")
