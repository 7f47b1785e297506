<?php

declare(strict_types=1);

namespace Msingi\Storage;

use Msingi\Exception\NotFoundException;
use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;
use Msingi\Http\Source;

/** Bucket reads and writes the files of one bucket, by their names. Files are arrays, as the API returns them. */
final readonly class Bucket
{
    private const RESUMABLE_BYTES = 6 * 1024 * 1024;

    private string $path;

    /** @internal */
    public function __construct(private Api $api, private string $bucket)
    {
        $this->path = $api->path('/storage/buckets/' . rawurlencode($bucket));
    }

    /**
     * upload stores a text or a stream, and returns the file. Files of more than 6 MB go resumably, in pieces.
     *
     * @param string|resource $body
     * @param string|null $contentType text/plain for a text, unless it is said here; of bytes the server finds it out
     * @param array<string, mixed>|null $metadata
     * @param bool $overwrite replaces the file of that name; otherwise a name that is taken is a ConflictException
     * @param bool|null $resumable goes on after a broken connection; by default if the file is large
     * @param string|null $resumeKey names the content, so that a later call for it goes on where this one ended
     * @param (\Closure(int $sent, int $size): mixed)|null $onProgress is called behind each piece
     * @return array<string, mixed>
     */
    public function upload(
        string $name,
        mixed $body,
        ?string $contentType = null,
        ?string $cacheControl = null,
        ?array $metadata = null,
        bool $overwrite = false,
        ?bool $resumable = null,
        ?string $resumeKey = null,
        ?\Closure $onProgress = null,
    ): array {
        $source = $body instanceof Source ? $body : Source::of($body);
        $facts = ['type' => $contentType ?? Outgoing::typeOf($body), 'cache_control' => $cacheControl];
        $facts['metadata'] = $metadata === null ? null : Json::encode((object) $metadata);
        if ($resumable ?? $source->size > self::RESUMABLE_BYTES) {
            $facts = Request::given($facts + ['name' => $name, 'overwrite' => $overwrite ? 'true' : null]);
            $key = $resumeKey === null ? null : "msingi.upload.{$this->path}.$name.$resumeKey";
            return (new ResumableUpload($this->api, $this->path, $source, $facts, $key, $onProgress))->run();
        }
        $request = Outgoing::whole($overwrite ? 'PUT' : 'POST', $this->address($name), $source, $facts);
        $stored = $this->api->send($request)->data();
        if ($onProgress !== null) {
            $onProgress($source->size, $source->size);
        }
        return $stored;
    }

    /**
     * uploadFile stores a file of this machine. A resumable upload that was broken off goes on with the next call for
     * the same file (path, size and time), if the client has a store that lasts. Takes the arguments of `upload`.
     *
     * @return array<string, mixed>
     */
    public function uploadFile(string $name, string $path, mixed ...$options): array
    {
        $source = Source::open($path);
        $key = hash('sha256', realpath($path) . "\0{$source->size}\0" . filemtime($path));
        return $this->upload($name, $source, ...$options + ['resumeKey' => $key]);
    }

    /** download returns the bytes of a file, or with a `range` such as `0-99` or `100-` some of them. */
    public function download(string $name, ?string $range = null): string
    {
        $headers = $range === null ? [] : ['range' => "bytes=$range"];
        return $this->api->send(new Request('GET', $this->address($name), [], $headers, isTransfer: true))->body;
    }

    /**
     * downloadTo writes a file into a stream, or to a path, where it appears once it is whole.
     *
     * @param string|resource $target
     */
    public function downloadTo(string $name, mixed $target): void
    {
        if (!is_string($target)) {
            $this->api->send(new Request('GET', $this->address($name), sink: $target, isTransfer: true));
            return;
        }
        WholeFile::write($target, fn (mixed $stream): mixed => $this->downloadTo($name, $stream));
    }

    /**
     * image returns the bytes of an image in another size or format.
     *
     * @param array<string, scalar> $options `width`, `height`, `fit`, `format`, `quality`
     */
    public function image(string $name, array $options = []): string
    {
        $path = $this->objectPath($this->get($name), '/image');
        return $this->api->send(new Request('GET', $path, Request::pairs($options)))->body;
    }

    /**
     * get returns a file without its bytes. One that does not exist, or is hidden by policies, is a NotFoundException.
     *
     * @return array<string, mixed>
     */
    public function get(string $name): array
    {
        // Names are kept in Unicode's composed form.
        $composed = class_exists(\Normalizer::class) ? (\Normalizer::normalize($name) ?: $name) : $name;
        // In the order of names, what is called like the prefix comes first.
        $found = $this->list(prefix: $composed, limit: 1)->entries[0] ?? [];
        if (($found['type'] ?? '') !== 'object' || $found['name'] !== $composed) {
            throw new NotFoundException("The file $name was not found.", 404);
        }
        return $found;
    }

    /**
     * list returns a page of files, by name. With the delimiter `/`, files behind a slash are one entry: a `folder`.
     *
     * @param string|null $order such as `created_at.desc`
     * @param string|null $cursor `next` of the page before
     */
    public function list(
        ?string $prefix = null,
        ?string $delimiter = null,
        ?string $search = null,
        ?string $order = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): Listing {
        $query = Request::pairs(compact('prefix', 'delimiter', 'search', 'order', 'limit', 'cursor'));
        $response = $this->api->send(new Request('GET', "{$this->path}/objects", $query));
        return new Listing($response->array(), $response->header('x-next-cursor'));
    }

    /**
     * move renames a file, or moves it to another bucket, and returns it.
     *
     * @return array<string, mixed>
     */
    public function move(string $name, string $to, ?string $bucket = null): array
    {
        $body = Request::given(['name' => $to, 'bucket_id' => $bucket]);
        return $this->api->send(Request::json('PATCH', $this->objectPath($this->get($name)), $body))->array();
    }

    /**
     * copy copies a file, to another bucket if one is named, and returns the copy.
     *
     * @return array<string, mixed>
     */
    public function copy(string $name, string $to, ?string $bucket = null, bool $overwrite = false): array
    {
        $body = Request::given(['name' => $to, 'overwrite' => $overwrite, 'bucket_id' => $bucket]);
        return $this->api->send(Request::json('POST', $this->objectPath($this->get($name), '/copy'), $body))->array();
    }

    /** remove deletes files. Those that do not exist count as deleted. */
    public function remove(string ...$names): void
    {
        foreach ($names as $name) {
            try {
                $this->api->send(new Request('DELETE', $this->objectPath($this->get($name))));
            } catch (NotFoundException) {
                continue;
            }
        }
    }

    /**
     * createSignedUrl returns a URL from which a file is downloaded without credentials.
     *
     * @param int|null $expiresIn seconds, 3,600 by default
     * @param bool|string|null $download has browsers save the file, under a name if one is given
     * @param array<string, scalar>|null $transform that of `image`
     * @return array{url: string, expires_at: string}
     */
    public function createSignedUrl(
        string $name,
        ?int $expiresIn = null,
        bool|string|null $download = null,
        ?array $transform = null,
    ): array {
        $body = ['object_id' => $this->get($name)['id'], 'expires_in' => $expiresIn];
        return $this->sign('/storage/signed-download-url', $body + compact('download', 'transform'));
    }

    /**
     * createSignedUrls returns a URL for each of some files, in their order. Takes the options of `createSignedUrl`.
     *
     * @param list<string> $names
     * @return list<array{url: string, expires_at: string}>
     */
    public function createSignedUrls(
        array $names,
        ?int $expiresIn = null,
        bool|string|null $download = null,
        ?array $transform = null,
    ): array {
        return array_map(fn ($name) => $this->createSignedUrl($name, $expiresIn, $download, $transform), $names);
    }

    /**
     * createSignedUploadUrl returns a URL to which one file of that name is uploaded, once, without credentials.
     *
     * @param int|null $size exactly so many bytes
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed> with `url` and `expires_at`
     */
    public function createSignedUploadUrl(
        string $name,
        ?int $expiresIn = null,
        ?int $size = null,
        ?string $contentType = null,
        ?string $cacheControl = null,
        ?array $metadata = null,
        ?bool $overwrite = null,
    ): array {
        return $this->sign('/storage/signed-upload-url', [
            'bucket_id' => $this->bucket,
            'object_name' => $name,
            'content_length' => $size,
            'content_type' => $contentType,
            'cache_control' => $cacheControl,
            'metadata' => $metadata === null ? null : (object) $metadata,
            'overwrite' => $overwrite,
            'expires_in' => $expiresIn,
        ]);
    }

    /**
     * uploadToSignedUrl sends a file to a URL of `createSignedUploadUrl`, without credentials.
     *
     * @param string|resource $body
     * @return array<string, mixed>
     */
    public function uploadToSignedUrl(string $url, mixed $body, ?string $contentType = null): array
    {
        return $this->api->sendBare(Outgoing::whole('PUT', $url, Source::of($body), ['type' => $contentType]))->array();
    }

    /**
     * publicUrl returns the URL of a file in a public bucket.
     *
     * @param array<string, mixed> $file
     */
    public function publicUrl(array $file): string
    {
        return $this->publicAddress($file);
    }

    /**
     * imageUrl returns the URL of an image in a public bucket, in another size or format.
     *
     * @param array<string, mixed> $file
     * @param array<string, scalar> $options those of `image`
     */
    public function imageUrl(array $file, array $options = []): string
    {
        return $this->publicAddress($file, '/image', $options);
    }

    /** @param array<string, mixed> $body */
    private function sign(string $route, array $body): array
    {
        return $this->api->send(Request::json('POST', $this->api->path($route), Request::given($body)))->array();
    }

    private function address(string $name): string
    {
        return "{$this->path}/objects/" . implode('/', array_map(rawurlencode(...), explode('/', $name)));
    }

    /**
     * @param array<string, mixed> $file
     * @param array<string, scalar> $options
     */
    private function publicAddress(array $file, string $rest = '', array $options = []): string
    {
        $bucket = $this->api->path('/storage/public/' . rawurlencode($this->bucket));
        $path = "$bucket/" . rawurlencode($file['id']) . $rest;
        return (new Request('GET', $path, Request::pairs($options)))->url($this->api->base);
    }

    /** @param array<string, mixed> $file */
    private function objectPath(array $file, string $rest = ''): string
    {
        return $this->api->path('/storage/objects/' . rawurlencode($file['id']) . $rest);
    }
}
