<?php

declare(strict_types=1);

namespace Msingi\Storage;

use Msingi\Exception\ConflictException;
use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Exception\NotFoundException;
use Msingi\Http\Api;
use Msingi\Http\Backoff;
use Msingi\Http\Request;
use Msingi\Http\Response;
use Msingi\Http\Source;

/**
 * ResumableUpload sends a file in pieces, by tus 1.0, and goes on where it stood after a broken connection.
 *
 * @internal
 */
final class ResumableUpload
{
    private const PIECE_BYTES = 16 * 1024 * 1024;
    private const MOST_FAILURES = 7;
    private const TRY_AGAIN = [0, 408, 423, 429];

    private ?string $id;
    private bool $hasMoved = false;

    /**
     * @param string $bucket the bucket's path
     * @param array<string, string> $facts those of the header Upload-Metadata
     * @param string|null $key names the upload in the store, for a later call
     * @param (\Closure(int, int): mixed)|null $onProgress
     */
    public function __construct(
        private readonly Api $api,
        private readonly string $bucket,
        private readonly Source $source,
        private readonly array $facts,
        private readonly ?string $key,
        private readonly ?\Closure $onProgress,
    ) {
        // What an earlier call began goes on where the file is to become the same; with other facts it begins anew.
        [$id, $about] = explode(' ', (string) ($key === null ? null : $api->store->get($key)), 2) + ['', ''];
        $this->id = $id !== '' && $about === $this->about() ? $id : null;
    }

    /** @return array<string, mixed> the file */
    public function run(): array
    {
        $backoff = new Backoff(0.5, 30.0);
        for ($failures = 1;; $failures++) {
            try {
                $this->sendRest();
                $file = $this->call('GET')->data()['object'];
                $this->forget();
                return $file;
            } catch (MsingiException $error) {
                if ($this->hasMoved) {
                    $this->hasMoved = false;
                    $failures = 1;
                    $backoff->reset();
                }
                // An offset that has moved passes; a name that is taken does not.
                $passes = in_array($error->status, self::TRY_AGAIN, true)
                    || $error->status >= 500
                    || ($error instanceof ConflictException && $error->code !== 'already_exists');
                if (!$passes || $failures >= self::MOST_FAILURES) {
                    if ($error->status >= 400 && $error->status < 500) {
                        $this->forget();
                    }
                    throw $error;
                }
                usleep((int) ($backoff->next($error->retryAfter) * 1e6));
            }
        }
    }

    private function sendRest(): void
    {
        $offset = $this->askOffset();
        if ($offset === null) {
            $this->begin();
            $offset = 0;
        }
        $this->report($offset);
        while ($offset < $this->source->size) {
            $before = $offset;
            $offset = self::offsetOf($this->call('PATCH', $offset));
            $this->hasMoved = $this->hasMoved || $offset > $before;
            $this->report($offset);
        }
    }

    private function begin(): void
    {
        $headers = [
            'tus-resumable' => '1.0.0',
            'upload-length' => (string) $this->source->size,
            'upload-metadata' => $this->metadata(),
        ];
        $response = $this->api->send(new Request('POST', "{$this->bucket}/resumable", [], $headers));
        $this->id = basename($response->header('location') ?? '');
        if ($this->id === '') {
            throw new ConnectionException('The server has not said where the upload is.', 502);
        }
        if ($this->key !== null) {
            $this->api->store->set($this->key, "{$this->id} {$this->about()}");
        }
    }

    private function metadata(): string
    {
        $write = static fn (string $name, string $value): string => $name . ' ' . base64_encode($value);
        return implode(',', array_map($write, array_keys($this->facts), $this->facts));
    }

    private function about(): string
    {
        return "{$this->source->size} {$this->metadata()}";
    }

    /** Returns null where there is no upload yet, or none any more: it has expired, or somebody else began it. */
    private function askOffset(): ?int
    {
        if ($this->id === null) {
            return null;
        }
        try {
            return self::offsetOf($this->call('HEAD'));
        } catch (NotFoundException) {
            $this->forget();
            return null;
        }
    }

    private function call(string $method, ?int $offset = null): Response
    {
        $path = $this->api->path('/storage/resumable/' . rawurlencode((string) $this->id));
        $headers = ['tus-resumable' => '1.0.0'];
        if ($offset === null) {
            return $this->api->send(new Request($method, $path, [], $headers));
        }
        $headers += ['content-type' => 'application/offset+octet-stream', 'upload-offset' => (string) $offset];
        $piece = $this->source->part($offset, self::PIECE_BYTES);
        return $this->api->send(new Request($method, $path, [], $headers, source: $piece, isTransfer: true));
    }

    private function report(int $offset): void
    {
        if ($this->onProgress !== null) {
            ($this->onProgress)($offset, $this->source->size);
        }
    }

    private function forget(): void
    {
        $this->id = null;
        if ($this->key !== null) {
            $this->api->store->remove($this->key);
        }
    }

    private static function offsetOf(Response $response): int
    {
        return (int) ($response->header('upload-offset')
            ?? throw new ConnectionException('The server has not said how much is there.', 502));
    }
}
