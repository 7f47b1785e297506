<?php

// A worker that follows the table entries, and prints what it hears: `live`, `gap`, and each change as JSON. A `slow`
// one takes its time for each change, and prints when it begins.

declare(strict_types=1);

use Msingi\Client;
use Msingi\Live\Change;
use Msingi\Live\Status;
use Msingi\Options;

require __DIR__ . '/../autoload.php';

[, $transport, $pace] = $argv + [2 => 'fast'];
[$url, $project, $secret] = array_map(
    static fn (string $name): string => (string) getenv("MSINGI_TEST_$name"),
    ['URL', 'PROJECT', 'SECRET'],
);
$client = new Client($url, $project, $secret, options: new Options(longestWait: 1.0));
$client->subscribe('entries', static function (Change $change) use ($pace): void {
    if ($pace === 'slow') {
        echo "begins\n";
        // A signal ends one pause, and not the callback.
        for ($end = hrtime(true) + 3e8; hrtime(true) < $end;) {
            usleep(10_000);
        }
    }
    echo json_encode(['id' => $change->id, 'type' => $change->type, 'record' => $change->record]), "\n";
}, transport: $transport, onStatus: static function (Status $status, ?Throwable $error): void {
    match ($status) {
        Status::Live, Status::Gap => print("{$status->value}\n"),
        Status::Closed => print(trim("closed {$error?->getMessage()}") . "\n"),
        default => fwrite(STDERR, $error === null ? '' : "{$error->getMessage()}\n"),
    };
});
while ($client->run(60.0)) {
    continue;
}
echo "ended\n";
