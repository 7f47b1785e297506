"""What both shells have in common: settings of connections, and errors of libraries in words of our own, so that none of
them, with the credentials of its request, is part of an error of ours."""

from __future__ import annotations

import contextlib
import functools
import http.cookiejar
import logging
import math
import socket
import ssl
from dataclasses import dataclass
from typing import Any

import httpx
import websockets.exceptions

from ._core.effects import Closed, Request
from .errors import ConnectionFailed

log = logging.getLogger("msingi")

USER_AGENT = "msingi-python/0.1.0"
# A change has at most 8 MB.
_MOST_BYTES = 16 * 1024 * 1024
_CLOSE_SECONDS = 1.0
# Of a request whose time is not bounded otherwise.
_SILENCE = 60.0
# Of frames of WebSocket, which the library sends by itself.
_PING_SECONDS = 20.0


class Stopped(Exception):
    """Whoever reads was told to stop."""


@functools.cache
def default_tls() -> ssl.SSLContext:
    """default_tls trusts what httpx does: reading all certificates takes a while, so all clients share it."""
    return httpx.create_ssl_context()


@dataclass(frozen=True)
class Wiring:
    """Wiring is how connections are made."""

    connect_timeout: float
    tls: ssl.SSLContext

    def timeout(self, seconds: float) -> httpx.Timeout:
        """timeout bounds each step of a request that may take some seconds in all."""
        step = _SILENCE if math.isinf(seconds) else seconds
        return httpx.Timeout(step, connect=min(self.connect_timeout, step))

    def http_options(self) -> dict[str, Any]:
        """http_options are those of both clients of httpx: nothing is followed, and no cookies are kept."""
        no_cookies = http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(allowed_domains=[]))
        return {
            "verify": self.tls,
            "follow_redirects": False,
            "headers": {"user-agent": USER_AGENT},
            "cookies": no_cookies,
            "limits": httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=60),
        }

    def socket_options(self, url: str) -> dict[str, Any]:
        """socket_options are those of both clients of websockets."""
        return {
            "ssl": self.tls if url.startswith("wss:") else None,
            "compression": None,
            "user_agent_header": USER_AGENT,
            "open_timeout": self.connect_timeout,
            "close_timeout": _CLOSE_SECONDS,
            "ping_interval": _PING_SECONDS,
            "ping_timeout": _PING_SECONDS,
            "max_size": _MOST_BYTES,
            "logger": logging.getLogger("msingi.websocket"),
        }


def http_failure(error: httpx.RequestError, request: Request) -> ConnectionFailed:
    """http_failure says why there is no answer."""
    about = type(error).__name__
    # What is wrong with a request itself is said with its headers.
    if str(error) and not isinstance(error, httpx.LocalProtocolError):
        about += f": {error}"
    if isinstance(error, httpx.TimeoutException):
        return ConnectionFailed(f"The server did not answer {request.method} in time ({about}).")
    return ConnectionFailed(f"The server cannot be reached. Check the network and the address ({about}).")


def too_long(request: Request) -> ConnectionFailed:
    """too_long says that a request took more than its time in all."""
    return ConnectionFailed(f"The answer to {request.method} took more than {request.seconds:g} seconds.")


def dial_failure(error: Exception) -> ConnectionFailed:
    """dial_failure says why there is no WebSocket."""
    if isinstance(error, websockets.exceptions.InvalidStatus):
        status = error.response.status_code
        return ConnectionFailed(f"The WebSocket was refused with the status {status}.", status=status)
    return ConnectionFailed(f"The WebSocket could not be opened ({type(error).__name__}: {error}).")


def closing_of(error: websockets.exceptions.ConnectionClosed) -> Closed | ConnectionFailed:
    """closing_of says how a WebSocket ended."""
    if error.rcvd is None:
        return ConnectionFailed("The WebSocket broke off.")
    return Closed(error.rcvd.code, error.rcvd.reason)


def same_place(asked: str, reached: Any) -> bool:
    """same_place reports whether a WebSocket stands where it was asked for, and no redirection was followed."""
    url = httpx.URL(asked)
    default = 443 if url.scheme == "wss" else 80
    wanted = (url.host, url.port or default, url.scheme == "wss")
    return (reached.host.strip("[]"), reached.port, reached.secure) == wanted


def shut(raw: Any) -> None:
    """shut wakes whoever reads from a socket, in whichever thread."""
    if raw is not None:
        with contextlib.suppress(OSError):
            raw.shutdown(socket.SHUT_RDWR)


def raw_socket(response: httpx.Response) -> Any:
    """raw_socket returns the socket of a response that is open."""
    stream = response.extensions.get("network_stream")
    return stream and stream.get_extra_info("socket")
