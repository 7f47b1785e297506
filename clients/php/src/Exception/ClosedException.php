<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** ClosedException is a subscription that the server has closed for good; `code` is its close code, such as `3507`. */
final class ClosedException extends MsingiException
{
}
