<?php

declare(strict_types=1);

namespace Msingi\Net;

use Msingi\Exception\ConnectionException;

/**
 * Url is the address of a server, with http or ws as its scheme, or https or wss.
 *
 * @internal
 */
final readonly class Url
{
    private function __construct(public bool $isSecure, public string $host, public int $port, public string $target)
    {
    }

    public static function of(string $text): self
    {
        $parts = parse_url($text);
        $scheme = strtolower($parts['scheme'] ?? '');
        $isValid = in_array($scheme, ['http', 'ws', 'https', 'wss'], true) && ($parts['host'] ?? '') !== '';
        if (!$isValid || preg_match('/[\x00-\x20\x7f]/', $text) === 1) {
            throw new ConnectionException("$text is not an address of a server.");
        }
        $isSecure = in_array($scheme, ['https', 'wss'], true);
        $target = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '');
        return new self($isSecure, $parts['host'], $parts['port'] ?? ($isSecure ? 443 : 80), $target);
    }

    /** authority is what the header Host says. */
    public function authority(): string
    {
        return $this->port === ($this->isSecure ? 443 : 80) ? $this->host : "{$this->host}:{$this->port}";
    }
}
