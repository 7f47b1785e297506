"""Payments with mobile money: starting them, and waiting for what becomes of them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypedDict

from ._core.effects import Flow, Pause
from ._core.http import Call, Server, asked_of, given, idempotent, params_of, segment
from ._core.shell import Part, S, Stream, operation
from .errors import ConnectionFailed, QuotaExceeded, ServerError
from .managed_payments import Balances, DayTotals, PaymentConfiguration, Reconciliation

_OPEN = frozenset({"submitting", "pending", "unknown"})
_FIRST_POLL, _LONGEST_POLL = 0.5, 3.0


class StartedPayment(TypedDict):
    """StartedPayment is a payment that was started; one by a checkout page has its `checkout_url`, too."""

    transaction_id: str
    status: str


class Payment(TypedDict):
    """Payment is a transaction, as the API and the table payment_transactions show it. `amount` is in whole shillings."""

    id: str
    provider: str
    kind: str
    status: str
    amount: int
    currency: str
    refunded_amount: int
    phone: str | None
    order_id: str | None
    description: str | None
    metadata: dict[str, Any]
    reference: str | None
    receipt: str | None
    failure: str | None
    created_at: str
    updated_at: str


class Payments(Part[S], Generic[S]):
    """Payments starts payments and waits for them. A start is sent with an `idempotency_key`, so that it is repeated where
    the answer was lost, and the payer is asked once: pass your own to make it so across calls, too."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/payments"
        self.settings = PaymentConfiguration(shell, server)
        self.reconciliation = Reconciliation(shell, server)

    @operation
    def push(
        self,
        *,
        phone: str,
        amount: int,
        description: str,
        order_id: str | None = None,
        metadata: Mapping[str, object] | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Flow[StartedPayment]:
        """push prompts a phone to pay with provider A."""
        body = given(
            phone=phone,
            amount=amount,
            description=description,
            order_id=order_id,
            metadata=metadata,
            user_id=user_id,
        )
        return (yield from self._start("provider_a/stk-push", body, idempotency_key))

    @operation
    def direct(
        self,
        *,
        phone: str,
        amount: int,
        first_name: str,
        last_name: str,
        email: str | None = None,
        description: str | None = None,
        order_id: str | None = None,
        metadata: Mapping[str, object] | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Flow[StartedPayment]:
        """direct starts a direct payment with provider B."""
        body = given(
            phone=phone,
            amount=amount,
            first_name=first_name,
            last_name=last_name,
            email=email,
            description=description,
            order_id=order_id,
            metadata=metadata,
            user_id=user_id,
        )
        return (yield from self._start("provider_b/initiate", body, idempotency_key))

    @operation
    def session(
        self,
        *,
        amount: int,
        description: str | None = None,
        redirect_url: str | None = None,
        customer_name: str | None = None,
        customer_phone: str | None = None,
        order_id: str | None = None,
        expires_in: int | None = None,
        metadata: Mapping[str, object] | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Flow[StartedPayment]:
        """session opens a checkout page of provider B. `expires_in` is in seconds."""
        body = given(
            amount=amount,
            description=description,
            redirect_url=redirect_url,
            customer_name=customer_name,
            customer_phone=customer_phone,
            order_id=order_id,
            expires_in=expires_in,
            metadata=metadata,
            user_id=user_id,
        )
        return (yield from self._start("provider_b/session", body, idempotency_key))

    @operation
    def get(self, id: object) -> Flow[Payment]:  # noqa: A002
        """get returns a payment."""
        return (yield from self._get(id))

    def list(self, **filters: object) -> Stream[Payment, S]:
        """list iterates over all payments that match: `status`, `provider`, `phone`, `order_id`, `from_`, `to`, … `limit` is
        the size of a page, 200 at most."""
        return Stream(self._shell, self._server.walk(f"{self._path}/transactions", _named(filters)))

    @operation
    def get_by_reference(self, reference: str) -> Flow[Payment]:
        """get_by_reference returns the payment of provider B with the provider's reference."""
        path = f"{self._path}/provider_b/status/{segment(reference)}"
        payment: Payment = (yield from self._server.request(Call("GET", path))).object
        return payment

    @operation
    def reverse(
        self,
        id: object,  # noqa: A002
        *,
        reason: str,
        amount: int | None = None,
        receipt: str | None = None,
    ) -> Flow[Payment]:
        """reverse records that the provider has paid a payment back: all that is left, or an `amount`. It needs a secret
        key."""
        return (yield from self._decide(id, "reversal", given(reason=reason, amount=amount, receipt=receipt)))

    @operation
    def resolve(
        self,
        id: object,  # noqa: A002
        *,
        status: Literal["completed", "failed"],
        reason: str,
        amount: int | None = None,
        receipt: str | None = None,
    ) -> Flow[Payment]:
        """resolve says what became of a payment where the provider does not, or says it wrongly; `amount` is what was
        really paid. It needs a secret key."""
        body = given(status=status, reason=reason, amount=amount, receipt=receipt)
        return (yield from self._decide(id, "resolve", body))

    @operation
    def totals(self, /, **filters: object) -> Flow[DayTotals]:
        """totals returns what was paid on each day, the latest first, with the filters of `list`; `from_` is 30 days
        before `to` by default, 366 at most. It needs a secret key."""
        call = Call("GET", f"{self._path}/totals", params_of(_named(filters)))
        return (yield from self._server.request(call)).items

    @operation
    def ledger(self) -> Flow[Balances]:
        """ledger returns the balances of the accounts. It needs a secret key."""
        return (yield from self._server.request(Call("GET", f"{self._path}/ledger"))).items

    @operation
    def wait(self, id: object, *, timeout: float | None = None) -> Flow[Payment]:  # noqa: A002
        """wait returns a payment once it has an outcome: `completed`, `failed`, `cancelled`, `expired` or `reversed`. It
        asks at first after half a second, later every three. It raises TimeoutError after `timeout` seconds of waiting."""
        pause, waited = _FIRST_POLL, 0.0
        while True:
            try:
                payment = yield from self._get(id)
                if payment["status"] not in _OPEN:
                    return payment
            except (ConnectionFailed, ServerError, QuotaExceeded) as error:
                # A server that cannot be reached for a moment is asked again.
                pause = max(pause, asked_of(error))
            if timeout is not None:
                if waited >= timeout:
                    raise TimeoutError(f"The payment {id} has no outcome after {timeout:g} seconds.")
                pause = min(pause, timeout - waited)
            yield Pause(pause)
            waited += pause
            pause = min(pause * 1.5, _LONGEST_POLL)

    def _get(self, id: object) -> Flow[Payment]:  # noqa: A002
        path = f"{self._path}/transactions/{segment(str(id))}"
        payment: Payment = (yield from self._server.request(Call("GET", path))).object
        return payment

    def _decide(self, id: object, what: str, body: dict[str, Any]) -> Flow[Payment]:  # noqa: A002
        call = Call("POST", f"{self._path}/transactions/{segment(str(id))}/{what}", json=body)
        payment: Payment = (yield from self._server.request(call)).object
        return payment

    def _start(self, path: str, body: dict[str, Any], key: str | None) -> Flow[StartedPayment]:
        headers = idempotent(key or str(uuid.uuid4()))
        call = Call("POST", f"{self._path}/{path}", json=body, headers=headers)
        started: StartedPayment = (yield from self._server.request(call)).object
        return started


# `from` is a word of Python's own.
def _named(filters: Mapping[str, object]) -> dict[str, object]:
    return {name.removesuffix("_"): value for name, value in filters.items()}
