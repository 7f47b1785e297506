<?php

// For those without Composer: require __DIR__ . '/msingi/autoload.php'.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Msingi\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
