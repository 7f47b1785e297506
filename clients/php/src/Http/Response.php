<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\ConnectionException;

/** Response is a response of the server, or of a function. */
final readonly class Response
{
    /** @param array<string, string> $headers by names in lower case */
    public function __construct(public int $status, public array $headers, public string $body)
    {
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    /** data returns the `data` of the envelope; null if there is no body. */
    public function data(): mixed
    {
        if ($this->body === '') {
            return null;
        }
        $envelope = Json::decode($this->body);
        if (!is_array($envelope) || !array_key_exists('data', $envelope)) {
            throw new ConnectionException('The response is not one of Msingi. Check the address of the server.');
        }
        Hints::tellOnce($envelope['details']['hints'] ?? []);
        return $envelope['data'];
    }

    /**
     * Bodies can hold tokens.
     *
     * @return array<string, int>
     */
    public function __debugInfo(): array
    {
        return ['status' => $this->status, 'bytes' => strlen($this->body)];
    }
}
