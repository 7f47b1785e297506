<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;
use Msingi\Secret;

/**
 * Ticket is the response of POST /realtime/connect.
 *
 * @internal
 */
final readonly class Ticket
{
    private function __construct(
        public string $address,
        public Secret $token,
        public string $channel,
        private int $expiresAt,
    ) {
    }

    /** @param string $base the server's address: a token does not leave TLS for an address without it */
    public static function of(#[\SensitiveParameter] mixed $data, string $base): self
    {
        foreach (['url', 'token', 'channel', 'expires_at'] as $name) {
            if (!is_string($data[$name] ?? null)) {
                throw new ConnectionException('The server has not said where live changes are.');
            }
        }
        if (str_starts_with(strtolower($base), 'https:') && !str_starts_with(strtolower($data['url']), 'https:')) {
            throw new ConnectionException("Live changes are at {$data['url']}, without TLS: see MSINGI_PUBLIC_URL.");
        }
        $address = preg_replace('/^http/i', 'ws', rtrim($data['url'], '/')) . '/connection/websocket';
        return new self($address, new Secret($data['token']), $data['channel'], (int) strtotime($data['expires_at']));
    }

    public function isValid(): bool
    {
        return $this->expiresAt > time();
    }
}
