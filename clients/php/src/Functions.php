<?php

declare(strict_types=1);

namespace Msingi;

use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;
use Msingi\Http\Response;

/** Functions calls the project's functions. */
final readonly class Functions
{
    private const SILENCE_SECONDS = 300.0;

    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /**
     * invoke calls a function and returns its answer: parsed if it is JSON, else its text.
     *
     * @param mixed $body a string is sent as it is, anything else as JSON
     * @param string $path what stands behind the function's address, such as `/orders`
     * @param array<string, scalar|null> $query
     * @param array<string, string> $headers
     * @param float|null $timeout seconds, where they are not those of the options
     */
    public function invoke(
        string $slug,
        mixed $body = null,
        string $method = 'POST',
        string $path = '',
        array $query = [],
        array $headers = [],
        ?float $timeout = null,
    ): mixed {
        $response = $this->call($slug, $body, $method, $path, $query, $headers, $timeout);
        $isJson = preg_match('#^application/([\w.+-]*\+)?json\b#i', $response->header('content-type') ?? '') === 1;
        return $isJson && $response->body !== '' ? Json::decode($response->body) : $response->body;
    }

    /**
     * call calls a function and returns the whole response. Takes the arguments of `invoke`.
     *
     * @param array<string, scalar|null> $query
     * @param array<string, string> $headers
     */
    public function call(
        string $slug,
        mixed $body = null,
        string $method = 'POST',
        string $path = '',
        array $query = [],
        array $headers = [],
        ?float $timeout = null,
    ): Response {
        return $this->api->send($this->request($slug, $body, $method, $path, $query, $headers, $timeout));
    }

    /**
     * open calls a function, and the callback with each piece of its answer as it comes. What the callback throws
     * ends it.
     *
     * @param callable(string): mixed $onPiece
     * @param array<string, scalar|null> $query
     * @param array<string, string> $headers
     * @param float $timeout seconds without a byte
     */
    public function open(
        string $slug,
        callable $onPiece,
        mixed $body = null,
        string $method = 'POST',
        string $path = '',
        array $query = [],
        array $headers = [],
        float $timeout = self::SILENCE_SECONDS,
    ): void {
        $sink = $onPiece(...);
        $this->api->send($this->request($slug, $body, $method, $path, $query, $headers, $timeout)->into($sink));
    }

    /**
     * @param array<string, scalar|null> $query
     * @param array<string, string> $headers
     */
    private function request(
        string $slug,
        mixed $body,
        string $method,
        string $path,
        array $query,
        array $headers,
        ?float $timeout,
    ): Request {
        $url = "{$this->api->base}/fn/" . rawurlencode($this->api->project) . '/' . rawurlencode($slug);
        $encode = static fn (array $match): string => rawurlencode($match[0]);
        $below = ltrim((string) preg_replace_callback('/[^\x21-\x7e]+/', $encode, $path), '/');
        $url .= $path === '' ? '' : "/$below";
        [$query, $headers] = [Request::pairs($query), array_change_key_case($headers)];
        return is_string($body)
            ? new Request($method, $url, $query, $headers, $body, timeout: $timeout)
            : Request::json($method, $url, $body, $query, $headers, $timeout);
    }
}
