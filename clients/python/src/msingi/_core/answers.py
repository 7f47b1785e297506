"""What comes back: the envelope, and refusals as errors."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import MsingiError, kind_of
from .effects import Answer
from .json import loads

log = logging.getLogger("msingi")


@dataclass(frozen=True)
class Reply:
    """Reply is a successful answer; `data` is that of the envelope."""

    data: Any
    headers: Mapping[str, str]

    @property
    def object(self) -> Any:
        """object is the data where it has to be a dict. Raises a MsingiError."""
        return self.data if isinstance(self.data, dict) else _refuse()

    @property
    def items(self) -> list[Any]:
        """items is the data where it has to be a list. Raises a MsingiError."""
        return self.data if isinstance(self.data, list) else _refuse()

    def member(self, name: str) -> Any:
        """member returns a member of data that has to be a dict with it. Raises a MsingiError."""
        return self.data[name] if name in self.object else _refuse()


def strange(status: int = 200) -> MsingiError:
    """strange returns the error of an answer that is none of Msingi."""
    return MsingiError("The response is not one of Msingi. Check the address of the server.", status=status)


def _refuse() -> NoReturn:
    raise strange()


def reply_of(answer: Answer) -> Reply:
    """reply_of reads the envelope of a successful answer."""
    if not answer.content:
        return Reply(None, answer.headers)
    envelope = _json(answer)
    if not isinstance(envelope, dict):
        raise strange(answer.status)
    data, details = envelope.get("data"), envelope.get("details")
    if not (data is None or isinstance(data, (dict, list))):
        raise strange(answer.status)
    hints = details.get("hints") if isinstance(details, dict) else None
    _tell_once(str(hint) for hint in hints) if isinstance(hints, list) else None
    return Reply(data, answer.headers)


_MOST_HINTS = 100
_hints: set[str] = set()


# In development the server says what about a read is probably not as it was meant, such as a misspelt column.
def _tell_once(hints: Iterable[str]) -> None:
    for hint in hints:
        if hint not in _hints and len(_hints) < _MOST_HINTS:
            _hints.add(hint)
            log.warning("%s", hint)


def check(answer: Answer) -> None:
    """check raises the MsingiError of an answer that is a refusal."""
    status = answer.status
    if 200 <= status < 300:
        return
    about = _json(answer)
    if not isinstance(about, dict):
        about = {}
    message, code, errors = about.get("message"), about.get("code"), about.get("errors") or ()
    if not isinstance(errors, list):
        errors = []
    elif errors and isinstance(errors[0], dict):
        message, code, errors = graphql_problems(errors)
    if 300 <= status < 400:
        message = "The server answered with a redirection, which is not followed. Check the address of the server."
    raise kind_of(status)(
        message if isinstance(message, str) else f"The server answered with the status {status}.",
        status=status,
        code=code,
        errors=errors,
        details=about.get("details"),
        request_id=answer.headers.get("x-request-id"),
        retry_after=_seconds(answer.headers.get("retry-after")),
        challenged="www-authenticate" in answer.headers,
    )


def graphql_problems(errors: Sequence[Any]) -> tuple[str, str | None, list[str]]:
    """graphql_problems returns message and code of the first error of a GraphQL result, and the messages of all."""
    sentences = [str(error.get("message")) for error in errors]
    return sentences[0], (errors[0].get("extensions") or {}).get("code"), sentences


# A proxy can answer with a page.
def _json(answer: Answer) -> Any:
    try:
        return loads(answer.content)
    except ValueError:
        return None


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and re.fullmatch(r"[0-9]{1,9}", text) else None
