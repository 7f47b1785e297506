<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Msingi\\Tests\\')) {
        require __DIR__ . '/' . strtr(substr($class, 13), '\\', '/') . '.php';
    }
});
