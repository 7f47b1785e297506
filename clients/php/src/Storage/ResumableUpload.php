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
    private const LONGEST_WAIT = 30.0;
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
        private Api $api,
        private readonly string $bucket,
        private readonly Source $source,
        private readonly array $facts,
        private readonly ?string $key,
        private readonly ?\Closure $onProgress,
    ) {
        // What an earlier call began goes on where the file is to become the same; with other facts it begins anew.
        [$id, $about] = explode(' ', (string) ($key === null ? null : $api->store->get($key)), 2) + ['', ''];
        $this->api = $api->begun();
        $this->id = $id !== '' && $about === $this->about() ? $id : null;
    }

    /** @return array<string, mixed> the file */
    public function run(): array
    {
        $backoff = new Backoff(0.5, self::LONGEST_WAIT);
        for ($failures = 1;; $failures++) {
            try {
                $this->sendRest();
                $file = $this->call('GET')->member('object');
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
                    // Whoever has to sign in again goes on afterwards.
                    if ($error->status >= 400 && $error->status < 500 && $error->status !== 401) {
                        $this->forget();
                    }
                    throw $error;
                }
                if ($error->retryAfter > self::LONGEST_WAIT) {
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
            $offset = $this->offsetOf($this->call('PATCH', $offset), $offset + 1);
            $this->hasMoved = true;
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
            return $this->offsetOf($this->call('HEAD'), 0);
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

    // An upload that does not advance would be sent for ever.
    private function offsetOf(Response $response, int $least): int
    {
        $offset = $response->header('upload-offset') ?? '';
        if (!ctype_digit($offset) || $offset < $least || $offset > $this->source->size) {
            $message = 'The server has not said how much of the file is there.';
            throw new ConnectionException($message, $response->status);
        }
        return (int) $offset;
    }
}
