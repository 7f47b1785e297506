<?php

declare(strict_types=1);

namespace Msingi\Tables;

/** QueryResult is what a query has found. */
final readonly class QueryResult
{
    /**
     * @param list<string> $columns in their order
     * @param list<array<string, mixed>> $rows
     * @param int $total how many rows there are without limit and offset
     * @param string $sql the query as SQL, to read
     * @param bool $isTruncated says that there are more rows than SQL returns
     */
    public function __construct(
        public array $columns,
        public array $rows,
        public int $total,
        public string $sql,
        public bool $isTruncated,
    ) {
    }
}
