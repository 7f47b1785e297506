<?php

declare(strict_types=1);

namespace Msingi\Live;

/** Status is the state of a subscription. */
enum Status: string
{
    case Connecting = 'connecting';
    case Live = 'live';
    /** Reconnecting comes with the reason. */
    case Reconnecting = 'reconnecting';
    /** Gap means that changes may be missing, after a long time without a connection: read the rows again. */
    case Gap = 'gap';
    /** Closed is final. It comes with a reason unless the subscription was closed here. */
    case Closed = 'closed';
}
