<?php

declare(strict_types=1);

namespace Msingi\Tables;

/** Page is one page of rows, with the cursors of the pages on either side, if there are any. */
final readonly class Page
{
    /**
     * @param list<array<string, mixed>> $rows
     * @param int|null $nextOffset where the next page begins, if it has no cursor, as of views
     */
    public function __construct(
        public array $rows,
        public ?string $next,
        public ?string $previous,
        public ?int $nextOffset = null,
    ) {
    }
}
