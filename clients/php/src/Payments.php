<?php

declare(strict_types=1);

namespace Msingi;

use Msingi\Exception\MsingiException;
use Msingi\Http\Api;
use Msingi\Http\Request;
use Msingi\Net\Clock;
use Msingi\Payments\Configuration;
use Msingi\Payments\Reconciliation;

/**
 * Payments starts payments with mobile money, and waits for them. A start is sent with an idempotency key, so that the
 * payer is asked once, however often it is sent: pass your own to make it so across calls, too.
 */
final readonly class Payments
{
    private const OPEN = ['submitting', 'pending', 'unknown'];
    private const POLL_SECONDS = 3.0;

    /** settings reads, changes and tests the settings of payments. It needs a secret key. */
    public Configuration $settings;

    /** reconciliation compares payments with what the providers say. It needs a secret key. */
    public Reconciliation $reconciliation;

    /** @internal */
    public function __construct(private Api $api)
    {
        $this->settings = new Configuration($api);
        $this->reconciliation = new Reconciliation($api);
    }

    /**
     * push prompts a phone to pay with provider A.
     *
     * @param int $amount in whole shillings
     * @param array<string, mixed>|null $metadata anything, to find the payment again by
     * @param string|null $userId whose payment it is; signed-in users always pay for themselves
     * @return array<string, mixed> with `transaction_id` and `status`
     */
    public function push(
        string $phone,
        int $amount,
        string $description,
        ?string $orderId = null,
        ?array $metadata = null,
        ?string $userId = null,
        ?string $idempotencyKey = null,
    ): array {
        $body = compact('phone', 'amount') + self::facts($description, $orderId, $metadata, $userId);
        return $this->start('/provider_a/stk-push', $body, $idempotencyKey);
    }

    /**
     * direct starts a direct payment with provider B.
     *
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed> with `transaction_id`, `reference` and `status`
     */
    public function direct(
        string $phone,
        int $amount,
        string $firstName,
        string $lastName,
        ?string $email = null,
        ?string $description = null,
        ?string $orderId = null,
        ?array $metadata = null,
        ?string $userId = null,
        ?string $idempotencyKey = null,
    ): array {
        $payer = ['first_name' => $firstName, 'last_name' => $lastName, 'email' => $email];
        $body = compact('phone', 'amount') + $payer + self::facts($description, $orderId, $metadata, $userId);
        return $this->start('/provider_b/initiate', $body, $idempotencyKey);
    }

    /**
     * session opens a session with provider B; send the payer to `checkout_url`.
     *
     * @param string|null $redirectUrl where the payer comes back to
     * @param int|null $expiresIn seconds, 3,600 by default
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed> with `transaction_id`, `checkout_url` and `payment_link_url`
     */
    public function session(
        int $amount,
        ?string $description = null,
        ?string $redirectUrl = null,
        ?string $customerName = null,
        ?string $customerPhone = null,
        ?int $expiresIn = null,
        ?string $orderId = null,
        ?array $metadata = null,
        ?string $userId = null,
        ?string $idempotencyKey = null,
    ): array {
        $page = ['redirect_url' => $redirectUrl, 'expires_in' => $expiresIn];
        $payer = ['customer_name' => $customerName, 'customer_phone' => $customerPhone];
        $body = ['amount' => $amount] + $page + $payer + self::facts($description, $orderId, $metadata, $userId);
        return $this->start('/provider_b/session', $body, $idempotencyKey);
    }

    /** @return array<string, mixed> */
    public function get(string $id): array
    {
        return $this->api->send(new Request('GET', $this->path('/transactions/' . rawurlencode($id))))->array();
    }

    /**
     * getByReference returns the payment of provider B with the provider's reference.
     *
     * @return array<string, mixed>
     */
    public function getByReference(string $reference): array
    {
        $path = $this->path('/provider_b/status/' . rawurlencode($reference));
        return $this->api->send(new Request('GET', $path))->array();
    }

    /**
     * list yields all payments that match, the latest first, and asks for them page by page. Users see their own.
     *
     * @param array<string, scalar> $filters such as `status`, `provider`, `phone`, `order_id`, `from` and `to`; `limit` is
     * the size of a page, 200 at most
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(array $filters = []): \Generator
    {
        return $this->api->walk($this->path('/transactions'), $filters);
    }

    /**
     * reverse records that the provider has paid a payment back. It needs a secret key.
     *
     * @param int|null $amount in whole shillings; all that is left by default
     * @param string|null $receipt what the statement calls what was paid back
     * @return array<string, mixed>
     */
    public function reverse(string $id, string $reason, ?int $amount = null, ?string $receipt = null): array
    {
        return $this->decide($id, 'reversal', compact('reason', 'amount', 'receipt'));
    }

    /**
     * resolve says what became of a payment where the provider does not, or says it wrongly. It needs a secret key.
     *
     * @param string $status `completed` or `failed`
     * @param int|null $amount what was really paid, in whole shillings, of one that is completed
     * @return array<string, mixed>
     */
    public function resolve(
        string $id,
        string $status,
        string $reason,
        ?int $amount = null,
        ?string $receipt = null,
    ): array {
        return $this->decide($id, 'resolve', compact('status', 'reason', 'amount', 'receipt'));
    }

    /**
     * totals returns what was paid on each day, the latest first. It needs a secret key.
     *
     * @param array<string, scalar> $filters those of the list; `from` is 30 days before `to` by default, 366 at most
     * @return list<array<string, mixed>>
     */
    public function totals(array $filters = []): array
    {
        return $this->api->send(new Request('GET', $this->path('/totals'), Request::pairs($filters)))->list();
    }

    /**
     * ledger returns the balances of the accounts. It needs a secret key.
     *
     * @return list<array<string, mixed>>
     */
    public function ledger(): array
    {
        return $this->api->send(new Request('GET', $this->path('/ledger')))->list();
    }

    /**
     * wait asks every three seconds, and returns a payment once it has an outcome, or as it is when the time is over.
     *
     * @return array<string, mixed>
     */
    public function wait(string $id, float $seconds = 120.0): array
    {
        $end = Clock::now() + $seconds;
        for (;;) {
            $pause = self::POLL_SECONDS;
            try {
                $payment = $this->get($id);
                if (!in_array($payment['status'], self::OPEN, true) || Clock::now() >= $end) {
                    return $payment;
                }
            } catch (MsingiException $error) {
                // A server that cannot be reached for a moment is asked again.
                $passes = $error->status === 0 || $error->status === 429 || $error->status >= 500;
                if (!$passes || Clock::now() >= $end) {
                    throw $error;
                }
                $pause = max($pause, $error->retryAfter ?? 0.0);
            }
            usleep((int) (max(0.0, min($pause, $end - Clock::now())) * 1e6));
        }
    }

    /**
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed>
     */
    private static function facts(?string $description, ?string $orderId, ?array $metadata, ?string $userId): array
    {
        $metadata = $metadata === null ? null : (object) $metadata;
        return ['description' => $description, 'order_id' => $orderId, 'metadata' => $metadata, 'user_id' => $userId];
    }

    /**
     * @param array<string, mixed> $body null leaves one out
     * @return array<string, mixed>
     */
    private function start(string $route, array $body, ?string $idempotencyKey): array
    {
        $headers = ['idempotency-key' => $idempotencyKey ?? bin2hex(random_bytes(16))];
        $request = Request::json('POST', $this->path($route), Request::given($body), [], $headers);
        return $this->api->send($request)->array();
    }

    /**
     * @param array<string, mixed> $body null leaves one out
     * @return array<string, mixed>
     */
    private function decide(string $id, string $what, array $body): array
    {
        $path = $this->path('/transactions/' . rawurlencode($id) . "/$what");
        return $this->api->send(Request::json('POST', $path, Request::given($body)))->array();
    }

    private function path(string $rest): string
    {
        return $this->api->path("/payments$rest");
    }
}
