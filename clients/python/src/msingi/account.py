"""What signed-in users see and change of themselves: profile, sessions, identities."""

from __future__ import annotations

from typing import Any, Generic

from ._core.effects import Flow
from ._core.http import Call, Server, segment
from ._core.shell import Part, S, operation

User = dict[str, Any]


class Account(Part[S], Generic[S]):
    """Account is the signed-in user's own. Without a session, all its methods raise Unauthorized."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/auth"

    @operation
    def get(self) -> Flow[User]:
        """get returns the user as the server has them now."""
        return self._server.session.keep_user((yield from self._own("GET")))

    @operation
    def update(self, /, **changes: object) -> Flow[User]:
        """update changes the user: `full_name`, `metadata`, `phone`, `password`; the last two take `current_password`, and
        a new password ends all other sessions."""
        return self._server.session.keep_user((yield from self._own("PATCH", body=changes)))

    @operation
    def delete(self) -> Flow[None]:
        """delete deletes the user for good, and signs out. Raises Conflict where rows refer to the user."""
        user_id = self._server.signed_in().user["id"]
        yield from self._own("DELETE")
        session = self._server.session.get()
        # Another user may have signed in meanwhile.
        if session is not None and session.user["id"] == user_id:
            self._server.session.set(None)

    @operation
    def sessions(self) -> Flow[list[dict[str, Any]]]:
        """sessions returns where the user is signed in, the latest first."""
        return (yield from self._call("GET", "sessions"))  # type: ignore[no-any-return]

    @operation
    def end_session(self, id: str) -> Flow[None]:  # noqa: A002
        """end_session signs the user out elsewhere. For the current session, `sign_out` is right."""
        yield from self._call("DELETE", f"sessions/{segment(id)}")

    @operation
    def identities(self) -> Flow[list[dict[str, Any]]]:
        """identities returns with which providers the user signs in."""
        return (yield from self._own("GET", "/identities"))  # type: ignore[no-any-return]

    @operation
    def unlink(self, id: str) -> Flow[None]:  # noqa: A002
        """unlink takes an identity off. Raises Conflict if it is the user's only way to sign in."""
        yield from self._own("DELETE", f"/identities/{segment(id)}")

    def _own(self, method: str, rest: str = "", body: object = None) -> Flow[Any]:
        user = self._server.signed_in().user
        return (yield from self._call(method, f"users/{segment(str(user['id']))}{rest}", body))

    def _call(self, method: str, path: str, body: object = None) -> Flow[Any]:
        self._server.signed_in()
        return (yield from self._server.request(Call(method, f"{self._path}/{path}", json=body))).data
