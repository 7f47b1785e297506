<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\MsingiException;

/**
 * Connection is one connection of a transport.
 *
 * @internal
 */
interface Connection
{
    /** @return resource what to wait for */
    public function stream(): mixed;

    /** hasMore says that there is something to receive already. */
    public function hasMore(): bool;

    /** silentAt is when the connection counts as dead, by the clock, unless something arrives before. */
    public function silentAt(): float;

    /**
     * receive yields what has arrived, without waiting.
     *
     * @return iterable<Event>
     * @throws MsingiException at the end of the connection
     * @throws UnusableTransport if another attempt would end in the same way
     */
    public function receive(): iterable;

    public function close(): void;
}
