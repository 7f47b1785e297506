<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Response;

/** Page is one page of rows, with the cursors of the pages on either side, if there are any. */
final readonly class Page
{
    /**
     * @param list<array<string, mixed>> $rows
     * @param int|null $nextOffset where the next page begins, if it has no cursor, as of views
     * @param int|null $count how many rows match, where `withCount` asked for it
     */
    private function __construct(
        public array $rows,
        public ?string $next,
        public ?string $previous,
        public ?int $nextOffset,
        public ?int $count,
    ) {
    }

    /** @internal */
    public static function of(Response $response): self
    {
        $number = static fn (string $header, string $pattern): ?int
            => preg_match($pattern, $response->header($header) ?? '', $found) === 1 ? (int) $found[1] : null;
        $next = $response->header('x-next-cursor');
        return new self(
            $response->list(),
            $next,
            $response->header('x-prev-cursor'),
            $next === null ? $number('link', '/<[^>]*[?&]offset=(\d+)[^>]*>; rel="next"/') : null,
            $number('content-range', '#/(\d+)$#D'),
        );
    }
}
