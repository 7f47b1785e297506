<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\MsingiException;

/**
 * UnusableTransport says that another transport should be used, if there is one.
 *
 * @internal
 */
final class UnusableTransport extends \RuntimeException
{
    /** @param bool $isFinal says that another attempt with this transport would end in the same way */
    public function __construct(public readonly MsingiException $reason, public readonly bool $isFinal)
    {
        parent::__construct($reason->getMessage(), 0, $reason);
    }
}
