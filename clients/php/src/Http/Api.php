<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Exception\UnauthorizedException;
use Msingi\Net\Clock;
use Msingi\Options;
use Msingi\Secret;
use Msingi\Session\Session;
use Msingi\Session\SessionKeeper;
use Msingi\Session\SessionStore;

/**
 * Api sends requests with the client's credentials: the session of the user who is signed in comes before the key.
 *
 * @internal
 */
final class Api
{
    private const PAGE = 100;
    private const REPEAT_SECONDS = 5.0;

    public readonly SessionKeeper $session;
    /** isUserOnly is whether the key is never used alone: whoever acts for a user must not do more than that user. */
    public bool $isUserOnly = false;
    private readonly Secret $key;
    private readonly string $deviceName;
    private bool $isBegun = false;
    private ?string $beganAs = null;

    public function __construct(
        private readonly Transport $transport,
        private Options $options,
        public readonly string $base,
        public readonly string $project,
        #[\SensitiveParameter] string $key,
        public readonly SessionStore $store,
    ) {
        $this->key = new Secret($key);
        $this->deviceName = "msingi.device.$project";
        $this->session = new SessionKeeper($store, "msingi.session.$project", $this->exchange(...));
    }

    /** with returns one with other limits, over the same session and connection. */
    public function with(Options $options): self
    {
        $other = clone $this;
        $other->options = $options;
        return $other;
    }

    /** begun returns one for several requests: what this user begins is not finished as another, or as nobody. */
    public function begun(): self
    {
        $other = clone $this;
        $other->isBegun = true;
        $other->beganAs = $this->isBegun ? $this->beganAs : $this->session->get()?->userId();
        return $other;
    }

    /** path returns a path below that of the project. */
    public function path(string $rest): string
    {
        return '/projects/' . rawurlencode($this->project) . $rest;
    }

    /** send sends a request as the user, or with the key if nobody is signed in. */
    public function send(Request $request): Response
    {
        return $this->withCredentials(fn (#[\SensitiveParameter] array $credentials): Response =>
            $this->transport->send($request, $credentials, $this->options));
    }

    /**
     * walk yields all of a list, and asks for it page by page, of 100 unless `limit` says otherwise.
     *
     * @param array<string, scalar|null> $filters
     * @return \Generator<int, array<string, mixed>>
     */
    public function walk(string $path, array $filters): \Generator
    {
        $begun = $this->begun();
        for ($page = 1, $isLast = false; !$isLast; $page++) {
            $query = Request::pairs(['page' => $page] + $filters + ['limit' => self::PAGE]);
            $response = $begun->send(new Request('GET', $path, $query));
            $items = $response->list();
            foreach ($items as $item) {
                yield $item;
            }
            $isLast = $items === [] || !str_contains($response->header('link') ?? '', 'rel="next"');
        }
    }

    /** userId returns who is signed in. If nobody is, it throws: what users ask about themselves is then not sent. */
    public function userId(): string
    {
        return $this->session->get()?->userId() ?? throw new UnauthorizedException('Nobody is signed in.', 401);
    }

    /**
     * auth sends a request to a route of the project's users, with the body as an object, and returns its data.
     *
     * @param array<string, mixed>|null $body
     * @param array<string, scalar> $query
     */
    public function auth(
        string $method,
        string $route,
        #[\SensitiveParameter] ?array $body = null,
        array $query = [],
    ): mixed {
        $body = $body === null ? null : (object) $body;
        $request = Request::json($method, $this->path("/auth$route"), $body, Request::pairs($query));
        $response = $this->send($request);
        return $method === 'GET' ? $response->array() : $response->data();
    }

    /**
     * ownAuth is `auth` about whoever is signed in. If nobody is, it throws.
     *
     * @param array<string, mixed>|null $body
     */
    public function ownAuth(string $method, string $route, #[\SensitiveParameter] ?array $body = null): mixed
    {
        $this->userId();
        return $this->auth($method, $route, $body);
    }

    /** sendBare sends a request without credentials, to an address that is one itself. */
    public function sendBare(Request $request): Response
    {
        return $this->transport->send($request, [], $this->options);
    }

    /**
     * withCredentials calls the work with headers, and once more with those of a renewed session if the server does not
     * accept them: the clock of this machine may be wrong.
     *
     * @template T
     * @param \Closure(array<string, string>): T $work
     * @return T
     */
    public function withCredentials(\Closure $work): mixed
    {
        $session = $this->session->current();
        if ($this->isBegun && $session?->userId() !== $this->beganAs) {
            $message = 'Another user, or nobody, is signed in since this began. Begin again.';
            throw new UnauthorizedException($message, 401);
        }
        if ($session === null && $this->isUserOnly) {
            throw new UnauthorizedException('Nobody is signed in.', 401);
        }
        try {
            return $work($this->headers($session));
        } catch (MsingiException $error) {
            if ($session === null || !$error->challenged) {
                throw $error;
            }
            $renewed = $this->session->refresh();
            // Another user may have signed in meanwhile: the request is not sent again as that user.
            if ($renewed?->userId() !== $session->userId()) {
                throw $error;
            }
            return $work($this->headers($renewed));
        }
    }

    /**
     * authenticate posts to a route of sign-up and sign-in, with the key alone unless it is done as the user, and with
     * the token of this device, so that attackers who guess passwords elsewhere do not lock it out.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function authenticate(
        string $route,
        #[\SensitiveParameter] array $body,
        bool $asUser = false,
        bool $sendsDevice = true,
    ): array {
        $device = $sendsDevice ? $this->store->get($this->deviceName) : null;
        if ($device !== null) {
            $body['device_token'] = $device;
        }
        $request = Request::json('POST', $this->path("/auth$route"), (object) $body);
        // A password that is wrong must not be sent again with a renewed session, nor fail because of an old one.
        $response = $asUser
            ? $this->send($request)
            : $this->transport->send($request, $this->headers(null), $this->options);
        $data = $response->data();
        if (is_string($data['device_token'] ?? null)) {
            $this->store->set($this->deviceName, $data['device_token']);
        }
        return is_array($data) ? $data : [];
    }

    /**
     * The answer can be lost: for ten seconds a refresh token may be sent again, and later it would end the session.
     *
     * @return array<string, mixed>
     */
    private function exchange(#[\SensitiveParameter] string $token): array
    {
        $again = Clock::now() + self::REPEAT_SECONDS;
        try {
            return $this->authenticate('/refresh', ['refresh_token' => $token], sendsDevice: false);
        } catch (ConnectionException $error) {
            if (Clock::now() >= $again) {
                throw $error;
            }
            return $this->authenticate('/refresh', ['refresh_token' => $token], sendsDevice: false);
        }
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['base' => $this->base, 'project' => $this->project];
    }

    /** @return array<string, string> */
    private function headers(?Session $session): array
    {
        $headers = ['x-platform-api-key' => $this->key->reveal()];
        return $session === null ? $headers : $headers + ['authorization' => "Bearer {$session->accessToken()}"];
    }
}
