<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Table reads and writes one table. */
final readonly class Table extends Query
{
    /** @internal */
    public function __construct(Api $api, string $name)
    {
        parent::__construct($api, '/data/' . rawurlencode($name));
    }

    /**
     * insert adds a row and returns it. With an idempotency key it is done once, however often it is sent.
     *
     * @param array<string, mixed> $row
     * @return array<string, mixed>
     */
    public function insert(array $row, ?string $idempotencyKey = null): array
    {
        return $this->post((object) $row, headers: ['idempotency-key' => $idempotencyKey]);
    }

    /**
     * insertMany adds up to 5,000 rows, all or none, and returns them.
     *
     * @param list<array<string, mixed>> $rows
     * @return list<array<string, mixed>>
     */
    public function insertMany(array $rows, ?string $idempotencyKey = null): array
    {
        return $this->post(self::objects($rows), headers: ['idempotency-key' => $idempotencyKey]);
    }

    /**
     * upsert adds a row, or updates the one with the same values in the unique columns `onConflict`, and returns it.
     * One that exists and is ignored is null.
     *
     * @param array<string, mixed> $row
     * @return array<string, mixed>|null
     */
    public function upsert(
        array $row,
        string $onConflict = 'id',
        bool $ignoreExisting = false,
        ?string $idempotencyKey = null,
    ): ?array {
        return $this->merge((object) $row, $onConflict, $ignoreExisting, $idempotencyKey);
    }

    /**
     * upsertMany does so with up to 5,000 rows, all or none. Those that exist and are ignored are left out.
     *
     * @param list<array<string, mixed>> $rows
     * @return list<array<string, mixed>>
     */
    public function upsertMany(
        array $rows,
        string $onConflict = 'id',
        bool $ignoreExisting = false,
        ?string $idempotencyKey = null,
    ): array {
        return $this->merge(self::objects($rows), $onConflict, $ignoreExisting, $idempotencyKey);
    }

    /**
     * update changes some columns of a row, and returns the row as it is now.
     *
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public function update(string $id, array $changes, ?string $idempotencyKey = null): array
    {
        $headers = ['idempotency-key' => $idempotencyKey];
        return $this->api->send(Request::json('PATCH', $this->row($id), (object) $changes, [], $headers))->array();
    }

    /** delete deletes a row; it stays stored, and `restore` undoes it. */
    public function delete(string $id): void
    {
        $this->api->send(new Request('DELETE', $this->row($id)));
    }

    /**
     * restore makes a deleted row live again, and returns it.
     *
     * @return array<string, mixed>
     */
    public function restore(string $id): array
    {
        return $this->api->send(new Request('POST', $this->row($id) . '/restore'))->array();
    }

    /** @param object|list<object> $body */
    private function merge(object|array $body, string $onConflict, bool $ignoreExisting, ?string $key): mixed
    {
        $prefer = 'resolution=' . ($ignoreExisting ? 'ignore' : 'merge') . '-duplicates';
        return $this->post($body, [['on_conflict', $onConflict]], ['prefer' => $prefer, 'idempotency-key' => $key]);
    }

    /**
     * @param object|list<object> $body
     * @param list<array{string, string}> $query
     * @param array<string, string|null> $headers
     */
    private function post(object|array $body, array $query = [], array $headers = []): mixed
    {
        return $this->api->send(Request::json('POST', $this->path, $body, $query, $headers))->data();
    }

    /**
     * An empty array would be written as a list.
     *
     * @param list<array<string, mixed>> $rows
     * @return list<object>
     */
    private static function objects(array $rows): array
    {
        return array_map(static fn (array $row): object => (object) $row, array_values($rows));
    }
}
