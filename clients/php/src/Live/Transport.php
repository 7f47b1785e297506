<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\MsingiException;

/**
 * Transport opens connections for the changes of one table.
 *
 * @internal
 */
interface Transport
{
    /** canResume says whether a connection can begin behind the position. */
    public function canResume(Position $position): bool;

    /**
     * connect opens a connection that resumes behind the position.
     *
     * @throws MsingiException if the server refuses, or cannot be reached
     * @throws UnusableTransport if the server answers, though not on this way
     */
    public function connect(?Position $from): Connection;

    /** forget drops tokens: the next connection can belong to another user. */
    public function forget(): void;
}
