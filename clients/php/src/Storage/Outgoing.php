<?php

declare(strict_types=1);

namespace Msingi\Storage;

use Msingi\Http\Request;
use Msingi\Http\Source;

/**
 * Outgoing says of a file what it is, and writes it into a request.
 *
 * @internal
 */
final class Outgoing
{
    private const HEAD_BYTES = 4096;
    // Files of the kinds named here begin with letters, and the server knows them by these.
    private const TEXT = '/\A(?!%PDF|GIF8|RIFF)[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*+\z/u';

    /** typeOf returns text/plain for a string that is a text; of all else the server finds the type out. */
    public static function typeOf(mixed $body): ?string
    {
        $isText = is_string($body)
            && mb_check_encoding($body, 'UTF-8')
            && preg_match(self::TEXT, mb_strcut($body, 0, self::HEAD_BYTES, 'UTF-8')) === 1;
        return $isText ? 'text/plain; charset=utf-8' : null;
    }

    /** @param array<string, string|null> $facts `type`, `cache_control`, and `metadata` as JSON */
    public static function whole(string $method, string $path, Source $source, array $facts): Request
    {
        $headers = ['content-type' => $facts['type'] ?? 'application/octet-stream'];
        if (isset($facts['cache_control'])) {
            $headers['cache-control'] = $facts['cache_control'];
        }
        if (isset($facts['metadata'])) {
            // Headers hold ASCII only.
            $headers['x-object-metadata'] = json_encode(json_decode($facts['metadata']), JSON_THROW_ON_ERROR);
        }
        return new Request($method, $path, [], $headers, source: $source, isTransfer: true);
    }
}
