<?php

declare(strict_types=1);

namespace Msingi\Net;

/**
 * BrokenFrame is what a peer of WebSocket must not send, and the code to close the connection with.
 *
 * @internal
 */
final class BrokenFrame extends \RuntimeException
{
    public const PROTOCOL = 1002;
    public const NOT_TEXT = 1007;
    public const TOO_LARGE = 1009;

    public function __construct(string $message, public readonly int $closeCode = self::PROTOCOL)
    {
        parent::__construct($message);
    }
}
