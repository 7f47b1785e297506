"""The second factors of the signed-in user."""

from __future__ import annotations

from typing import Any, Generic

from ._core.effects import Flow
from ._core.http import Call, Server, given, segment
from ._core.shell import Part, S, operation

Factor = dict[str, Any]


class Factors(Part[S], Generic[S]):
    """Factors enrols authenticator apps, and renews recovery codes. Without a session, its methods raise
    Unauthorized."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/auth/factors"

    @operation
    def list(self) -> Flow[list[Factor]]:
        """list returns the second factors of the signed-in user."""
        factors: list[Factor] = yield from self._call("GET", "")
        return factors

    @operation
    def enrol(
        self, *, name: str | None = None, current_password: str | None = None, code: str | None = None
    ) -> Flow[Factor]:
        """enrol begins a second factor: the answer has `id`, `secret`, and `uri` for a QR code. It asks for the password if
        the user has one, and for a code if there is an active factor. It has no effect before `activate`."""
        body = given(name=name, current_password=current_password, code=code)
        factor: Factor = yield from self._call("POST", "", body)
        return factor

    @operation
    def activate(self, id: str, *, code: str) -> Flow[Factor]:  # noqa: A002
        """activate activates a second factor with its first code; the answer has the `recovery_codes`."""
        active: Factor = yield from self._call("POST", f"/{segment(id)}/activate", {"code": code})
        return active

    @operation
    def remove(self, id: str, *, code: str | None = None) -> Flow[None]:  # noqa: A002
        """remove removes a second factor, with a code if it is active."""
        yield from self._call("DELETE", f"/{segment(id)}", given(code=code))

    @operation
    def renew_recovery_codes(self, *, code: str) -> Flow[list[str]]:  # type: ignore[valid-type]
        """renew_recovery_codes returns ten new recovery codes, which replace the old ones."""
        codes: Any = yield from self._call("POST", "/recovery-codes", {"code": code})
        return codes  # type: ignore[no-any-return]

    def _call(self, method: str, path: str, body: object = None) -> Flow[Any]:
        self._server.signed_in()
        return (yield from self._server.request(Call(method, f"{self._path}{path}", json=body))).data
