<?php

declare(strict_types=1);

namespace Msingi\Storage;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Storage reaches the buckets of the project. Those who may make and delete buckets are secret keys. */
final readonly class Storage
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /** from returns a bucket, by its slug or id. */
    public function from(string $bucket): Bucket
    {
        return new Bucket($this->api, $bucket);
    }

    /**
     * createBucket makes a bucket.
     *
     * @param string|null $slug by default made of the name
     * @param int|null $fileSizeLimit the most bytes of a file
     * @param list<string>|null $allowedMimeTypes such as `image/png` and `image/*`
     * @return array<string, mixed>
     */
    public function createBucket(
        string $name,
        ?string $slug = null,
        bool $isPublic = false,
        ?int $fileSizeLimit = null,
        ?array $allowedMimeTypes = null,
    ): array {
        return $this->call('POST', '', Request::given([
            'name' => $name,
            'slug' => $slug,
            'is_public' => $isPublic,
            'file_size_limit' => $fileSizeLimit,
            'allowed_mime_types' => $allowedMimeTypes,
        ]));
    }

    /** @return list<array<string, mixed>> */
    public function listBuckets(): array
    {
        return $this->call('GET', '');
    }

    /** @return array<string, mixed> */
    public function getBucket(string $bucket): array
    {
        return $this->call('GET', '/' . rawurlencode($bucket));
    }

    /** deleteBucket deletes an empty bucket, or with `force` one with all its files, in the background. */
    public function deleteBucket(string $bucket, bool $force = false): void
    {
        $this->call('DELETE', '/' . rawurlencode($bucket) . ($force ? '?force=true' : ''));
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<mixed>
     */
    private function call(string $method, string $rest, ?array $body = null): array
    {
        $request = Request::json($method, $this->api->path("/storage/buckets$rest"), $body);
        return (array) $this->api->send($request)->data();
    }
}
