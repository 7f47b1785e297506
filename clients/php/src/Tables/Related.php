<?php

declare(strict_types=1);

namespace Msingi\Tables;

/** Related chooses and sorts the related rows of each row of a query. */
final readonly class Related
{
    use Filtered;

    /**
     * @internal
     * @param list<array{string, string}> $params
     */
    public function __construct(public array $params = [])
    {
    }

    /** @param list<array{string, string}> $params */
    private function refined(array $params): self
    {
        return new self($params);
    }
}
