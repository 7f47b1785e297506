<?php

declare(strict_types=1);

namespace Msingi\Storage;

use Msingi\Http\Request;
use Msingi\Http\Source;

/**
 * Outgoing is a file as it is sent in one request.
 *
 * @internal
 */
final class Outgoing
{
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
