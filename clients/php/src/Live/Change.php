<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;

/** Change is one change of one row. */
final readonly class Change
{
    /**
     * @param string $id is the same whenever the change is told
     * @param string $type INSERT, UPDATE or DELETE; a soft delete is a DELETE
     * @param array<string, mixed> $record the new row; for a DELETE, the deleted one
     * @param array<string, mixed>|null $oldRecord the row before an UPDATE, if the caller was allowed to see it
     * @param string $createdAt ISO 8601
     * @param Position $position where to resume behind this change
     */
    private function __construct(
        public string $id,
        public string $type,
        public string $table,
        public string $projectId,
        public array $record,
        public ?array $oldRecord,
        public string $createdAt,
        public Position $position,
    ) {
    }

    /** @internal */
    public static function of(mixed $event, Position $position): self
    {
        try {
            return new self(
                $event['id'] ?? null,
                $event['type'] ?? null,
                $event['table'] ?? null,
                $event['project_id'] ?? null,
                $event['record'] ?? null,
                $event['old_record'] ?? null,
                $event['created_at'] ?? null,
                $position,
            );
        } catch (\TypeError $error) {
            throw new ConnectionException('The server sends an event that is not a change.', previous: $error);
        }
    }
}
