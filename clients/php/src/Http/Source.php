<?php

declare(strict_types=1);

namespace Msingi\Http;

/**
 * Source is what is uploaded: a stream that can be read from any place, and its size.
 *
 * @internal
 */
final readonly class Source
{
    /** Beyond this, what cannot be read twice waits in a temporary file. */
    private const MEMORY_BYTES = 2 * 1024 * 1024;

    /** @param resource $stream */
    private function __construct(public mixed $stream, public int $from, public int $size)
    {
    }

    /** of takes a text, or a stream from where it stands. */
    public static function of(mixed $body): self
    {
        if (is_string($body)) {
            $stream = self::temporary();
            fwrite($stream, $body);
            return new self($stream, 0, strlen($body));
        }
        if (!is_resource($body) || get_resource_type($body) !== 'stream') {
            throw new \InvalidArgumentException('A file is a text or a stream.');
        }
        if (!stream_get_meta_data($body)['seekable']) {
            $stream = self::temporary();
            return new self($stream, 0, (int) stream_copy_to_stream($body, $stream));
        }
        $from = (int) ftell($body);
        return new self($body, $from, (fstat($body)['size'] ?? 0) - $from);
    }

    /** part returns some bytes of it, as a source. */
    public function part(int $offset, int $size): self
    {
        return new self($this->stream, $this->from + $offset, min($size, $this->size - $offset));
    }

    /** open opens a file. */
    public static function open(string $path): self
    {
        $stream = is_file($path) ? @fopen($path, 'rb') : false;
        if ($stream === false) {
            throw new \InvalidArgumentException("The file $path cannot be read.");
        }
        return self::of($stream);
    }

    /** @return resource */
    private static function temporary(): mixed
    {
        $stream = fopen('php://temp/maxmemory:' . self::MEMORY_BYTES, 'w+b');
        return $stream === false ? throw new \RuntimeException('No temporary file can be made.') : $stream;
    }
}
