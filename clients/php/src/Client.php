<?php

declare(strict_types=1);

namespace Msingi;

use Msingi\Auth\Auth;
use Msingi\Exception\MsingiException;
use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;
use Msingi\Http\Transport;
use Msingi\Live\Live;
use Msingi\Live\Position;
use Msingi\Live\Room;
use Msingi\Live\Subscription;
use Msingi\Session\MemoryStore;
use Msingi\Session\Session;
use Msingi\Session\SessionStore;
use Msingi\Storage\Storage;
use Msingi\Tables\QueryEngine;
use Msingi\Tables\Table;

/** Client is the entry point for one project: `new Client('https://api.example.com', $project, $key)`. */
final readonly class Client
{
    private const SECRET_PREFIX = 'msk_';

    /** auth signs users up, in and out. */
    public Auth $auth;

    /** storage uploads, downloads and lists files. */
    public Storage $storage;

    /** functions calls the project's functions. */
    public Functions $functions;

    /** payments starts payments with mobile money, and waits for them. */
    public Payments $payments;

    /** query runs structured queries and read-only SQL. */
    public QueryEngine $query;

    private Secret $key;
    private Options $options;
    private Api $api;
    private Live $live;

    /**
     * @param string $url the server's address, such as https://api.example.com
     * @param string $project the project's id
     * @param string $key an API key; a secret one on servers only
     * @param SessionStore|null $session keeps the session of a user: in memory unless it is said here
     */
    public function __construct(
        string $url,
        string $project,
        #[\SensitiveParameter] string $key,
        ?SessionStore $session = null,
        Options $options = new Options(),
    ) {
        if (preg_match('#^https?://[^/?\#@\s]+(/[^?\#\s]*)?$#Di', $url) !== 1) {
            throw new \InvalidArgumentException('The address of the server must be like https://api.example.com.');
        }
        if (preg_match('#^https?://[^/]+.*?(/(?:api/v1|fn)(?:/.*)?)$#Di', $url, $route) === 1) {
            $message = "The address is that of a route: leave out {$route[1]}, the client adds it.";
            throw new \InvalidArgumentException($message);
        }
        if (preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/Di', $project) !== 1) {
            throw new \InvalidArgumentException('The id of a project is a UUID, which the console shows.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException('The API key is empty, or has characters that no key has.');
        }
        $base = rtrim($url, '/');
        $this->key = new Secret($key);
        $api = new Api(new Transport($base), $options, $base, $project, $key, $session ?? new MemoryStore());
        $this->attach($api, $options, new Live($api, $options));
    }

    private function attach(Api $api, Options $options, Live $live): void
    {
        $this->api = $api;
        $this->options = $options;
        $this->live = $live;
        $this->auth = new Auth($api);
        $this->storage = new Storage($api);
        $this->functions = new Functions($api);
        $this->payments = new Payments($api);
        $this->query = new QueryEngine($api);
    }

    /**
     * with returns a client with another `timeout`, in seconds, or other `retries`. Session, connection and live
     * changes are those of this one.
     */
    public function with(?float $timeout = null, ?int $retries = null): self
    {
        $options = $this->options->with($timeout, $retries);
        $client = (new \ReflectionClass(self::class))->newInstanceWithoutConstructor();
        $client->key = $this->key;
        $client->attach($this->api->with($options), $options, $this->live);
        return $client;
    }

    /**
     * asUser returns a client that acts as the user of an access token, such as that of a request to your server.
     * Whoever sent the token renews it.
     */
    public function asUser(#[\SensitiveParameter] string $accessToken): self
    {
        $session = Session::ofAccessToken($accessToken);
        $client = new self($this->api->base, $this->api->project, $this->key->reveal(), null, $this->options);
        $client->api->session->set($session);
        $client->api->isUserOnly = true;
        return $client;
    }

    /** from returns a table, to read and write its rows. */
    public function from(string $table): Table
    {
        return new Table($this->api, $table);
    }

    /**
     * secret returns the value of a secret of the project, by its key. It needs a secret key with the scope
     * `secrets:read`.
     */
    public function secret(string $key): string
    {
        return $this->api->send(new Request('GET', '/secrets/resolve/' . rawurlencode($key)))->member('value');
    }

    /**
     * batch runs up to 100 writes on any tables in one transaction, and returns their results in order.
     *
     * @param list<array<string, mixed>> $operations with `method` (POST, PATCH or DELETE), `table`, `id` and `body`
     * @return list<array{status: int, data: mixed}>
     */
    public function batch(array $operations, ?string $idempotencyKey = null): array
    {
        $written = array_map(static function (array $operation): array {
            return isset($operation['body']) ? ['body' => (object) $operation['body']] + $operation : $operation;
        }, $operations);
        $headers = ['idempotency-key' => $idempotencyKey];
        return $this->api->send(Request::json('POST', '/batch', ['operations' => $written], [], $headers))->array();
    }

    /**
     * graphql returns the `data` of a result. Errors are thrown, with the whole result as `details`.
     *
     * @param array<string, mixed> $variables
     * @return array<string, mixed>
     */
    public function graphql(
        string $query,
        array $variables = [],
        ?string $operationName = null,
        ?string $idempotencyKey = null,
    ): array {
        $body = ['query' => $query, 'variables' => (object) $variables];
        $body += $operationName === null ? [] : ['operationName' => $operationName];
        $headers = ['idempotency-key' => $idempotencyKey];
        $response = $this->api->send(Request::json('POST', $this->api->path('/graphql'), $body, [], $headers));
        $result = Json::decode($response->body);
        if (($result['errors'] ?? []) === []) {
            return $result['data'];
        }
        $messages = array_column($result['errors'], 'message');
        $code = $result['errors'][0]['extensions']['code'] ?? null;
        throw new MsingiException(
            $messages[0] ?? 'The query failed.',
            $response->status,
            $code,
            $messages,
            $result,
            $response->header('x-request-id'),
        );
    }

    /**
     * request calls any route below /api/v1, for what has no method here, and returns the `data` of its answer. With
     * the header `idempotency-key` a write is repeated, too.
     *
     * @param string $path such as `/projects/{id}/tables`
     * @param array<string, scalar|null> $query
     * @param mixed $body is sent as JSON; null sends none
     * @param array<string, string> $headers
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        #[\SensitiveParameter] mixed $body = null,
        #[\SensitiveParameter] array $headers = [],
    ): mixed {
        // Behind the address of the server, anything else could name another server, which would be sent the key.
        if (!str_starts_with($path, '/')) {
            throw new \InvalidArgumentException('The path of a route begins with a slash.');
        }
        $headers = array_change_key_case($headers);
        return $this->api->send(Request::json($method, $path, $body, Request::pairs($query), $headers))->data();
    }

    /**
     * subscribe calls the callback for every change of a table that the caller is allowed to see, once `run` is called.
     *
     * @param callable(Live\Change): mixed $callback
     * @param list<string>|null $events of INSERT, UPDATE and DELETE; all by default
     * @param string $transport `websocket`, `sse`, or `auto`: WebSocket where it can be opened, else server-sent events
     * @param (callable(Live\Status, ?\Throwable): mixed)|null $onStatus without it, `run` throws why one is closed
     * @param Position|string|null $after goes on behind a position; by default changes from now on come
     * @param (callable(Position): mixed)|null $onPosition is told where to go on later, to be stored: once it is live,
     *   and behind each change whose callback has returned
     * @param string|null $filter only changes of some rows: filters of the data API, `board_id.eq.42,state.in.(open,late)`
     */
    public function subscribe(
        string $table,
        callable $callback,
        ?array $events = null,
        string $transport = 'auto',
        ?callable $onStatus = null,
        Position|string|null $after = null,
        ?callable $onPosition = null,
        ?string $filter = null,
    ): Subscription {
        $query = [['table', $table], ...($filter === null ? [] : [['filter', $filter]])];
        return $this->live->subscribe(
            $query,
            $callback(...),
            $events,
            $transport,
            $onStatus === null ? null : $onStatus(...),
            $onPosition === null ? null : $onPosition(...),
            is_string($after) ? Position::fromString($after) : $after,
        );
    }

    /** channel returns a channel for messages between clients, with presence and history. It needs WebSocket. */
    public function channel(string $name): Room
    {
        return $this->live->room($name);
    }

    /**
     * run delivers changes until the seconds are over, SIGTERM or SIGINT arrives, or no subscription is open. What a
     * callback throws ends it, and the change comes again with the next run.
     *
     * @return bool whether there is more to run for: false once all is closed
     */
    public function run(?float $seconds = null): bool
    {
        return $this->live->run($seconds);
    }

    /** close ends all subscriptions, and with them `run`. */
    public function close(): void
    {
        $this->live->close();
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['url' => $this->api->base, 'project' => $this->api->project];
    }

    /** isBrowserSafe says that a page may show the key: it is not a secret one. */
    public function isBrowserSafe(): bool
    {
        return !str_starts_with($this->key->reveal(), self::SECRET_PREFIX);
    }

    /**
     * browserOptions returns what `createClient` of @msingi/client takes, for a page. It throws if the key is secret.
     *
     * @return array{url: string, project: string, key: string}
     */
    public function browserOptions(): array
    {
        if (!$this->isBrowserSafe()) {
            throw new \LogicException('This is a secret key, which no page may show. Use a publishable one (mpk_…).');
        }
        return ['url' => $this->api->base, 'project' => $this->api->project, 'key' => $this->key->reveal()];
    }
}
