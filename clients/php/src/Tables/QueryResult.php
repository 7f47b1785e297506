<?php

declare(strict_types=1);

namespace Msingi\Tables;

/** QueryResult is what a query has found. */
final readonly class QueryResult
{
    /**
     * @param list<string> $columns in their order
     * @param list<array<string, mixed>> $rows
     * @param int|null $total how many rows there are without limit and offset; null where SQL is cut off
     * @param string $sql the query as SQL, to read
     * @param bool $truncated says that SQL is cut off at one of its limits
     */
    public function __construct(
        public array $columns,
        public array $rows,
        public ?int $total,
        public string $sql,
        public bool $truncated,
    ) {
    }
}
