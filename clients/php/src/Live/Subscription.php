<?php

declare(strict_types=1);

namespace Msingi\Live;

/** Subscription is one subscription to the changes of a table. */
final readonly class Subscription
{
    /** @internal */
    public function __construct(private Follower $follower)
    {
    }

    /** close ends it, also from within its callback: no change comes afterwards. */
    public function close(): void
    {
        $this->follower->close();
    }

    /** unsubscribe is close, by its name in the other clients. */
    public function unsubscribe(): void
    {
        $this->follower->close();
    }

    public function status(): Status
    {
        return $this->follower->status();
    }
}
