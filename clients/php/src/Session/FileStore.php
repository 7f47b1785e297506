<?php

declare(strict_types=1);

namespace Msingi\Session;

/** FileStore keeps a file for each name in a folder that only its owner can read. Processes can share it. */
final class FileStore implements SessionStore
{
    public function __construct(private readonly string $folder)
    {
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
            throw new \RuntimeException("The folder $folder cannot be made.");
        }
    }

    public function get(string $name): ?string
    {
        $text = is_file($this->path($name)) ? @file_get_contents($this->path($name)) : false;
        return $text === false ? null : $text;
    }

    public function set(string $name, #[\SensitiveParameter] string $value): void
    {
        // Whoever reads meanwhile reads the old file or the new one, whole; tempnam makes it one of its owner alone.
        $new = tempnam($this->folder, '.new');
        if ($new === false || file_put_contents($new, $value) !== strlen($value) || !rename($new, $this->path($name))) {
            throw new \RuntimeException("The folder {$this->folder} cannot be written to.");
        }
    }

    public function remove(string $name): void
    {
        @unlink($this->path($name));
    }

    private function path(string $name): string
    {
        return $this->folder . '/' . hash('sha256', $name);
    }
}
