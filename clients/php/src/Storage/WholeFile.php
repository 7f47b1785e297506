<?php

declare(strict_types=1);

namespace Msingi\Storage;

/**
 * WholeFile writes files of this machine that appear once they are whole.
 *
 * @internal
 */
final class WholeFile
{
    /** @param \Closure(resource): mixed $fill writes the bytes; what it throws leaves nothing behind */
    public static function write(string $target, \Closure $fill): void
    {
        $temporary = @tempnam(dirname($target), '.msingi');
        $stream = $temporary === false ? false : fopen($temporary, 'wb');
        if ($stream === false) {
            throw new \RuntimeException("The file $target cannot be written.");
        }
        try {
            $fill($stream);
            if (!fclose($stream) || !chmod($temporary, 0666 & ~umask()) || !rename($temporary, $target)) {
                throw new \RuntimeException("The file $target cannot be written.");
            }
        } catch (\Throwable $error) {
            @unlink($temporary);
            throw $error;
        }
    }
}
