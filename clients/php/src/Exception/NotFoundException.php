<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** NotFoundException is what does not exist, or what the policies hide (404). */
final class NotFoundException extends MsingiException
{
}
