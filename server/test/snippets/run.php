<?php

// Runs the programs of a list, one after the other, and writes what each has in a variable, and printed.

declare(strict_types=1);

/** @return array<string, mixed> */
function ran(string $snippetFile, ?string $snippetName): array
{
    ob_start();
    try {
        include $snippetFile;
        return ['value' => $snippetName === null ? null : $$snippetName, 'printed' => (string) ob_get_contents()];
    } catch (Throwable $error) {
        return ['error' => $error::class . ': ' . $error->getMessage()];
    } finally {
        ob_end_clean();
    }
}

$ran = [];
foreach (json_decode((string) file_get_contents($argv[1]), true) as ['file' => $file, 'name' => $name]) {
    $ran[] = ran($file, $name);
}
file_put_contents($argv[2], json_encode($ran, JSON_THROW_ON_ERROR));
