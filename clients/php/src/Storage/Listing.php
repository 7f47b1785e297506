<?php

declare(strict_types=1);

namespace Msingi\Storage;

/** Listing is a page of a list of files; `next` is the cursor of the page behind it, if there is one. */
final readonly class Listing
{
    /** @param list<array<string, mixed>> $entries files and folders, by `type` */
    public function __construct(public array $entries, public ?string $next)
    {
    }
}
