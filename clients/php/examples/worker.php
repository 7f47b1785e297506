<?php

// A worker that ships each order once, over failures and restarts. A shipment is a file of the state directory with the
// order's id: what is done again changes nothing.

declare(strict_types=1);

use Msingi\Client;
use Msingi\Live\Change;
use Msingi\Live\Position;
use Msingi\Live\Status;

$copied = __DIR__ . '/msingi/autoload.php';
require is_file($copied) ? $copied : __DIR__ . '/../autoload.php';

$client = new Client((string) getenv('MSINGI_URL'), (string) getenv('MSINGI_PROJECT'), (string) getenv('MSINGI_KEY'));
$folder = getenv('STATE_DIRECTORY') ?: __DIR__ . '/shipments';
$place = "$folder/position";
is_dir($folder) || mkdir($folder, 0o700, true);

/** A file is written as a whole, or not at all. */
$store = static function (string $path, string $text): void {
    if (file_put_contents("$path.new", $text) !== strlen($text) || !rename("$path.new", $path)) {
        throw new RuntimeException("$path cannot be written.");
    }
};
$ship = static fn (array $order) => $store("$folder/{$order['id']}.json", (string) json_encode($order));

$client->subscribe(
    'orders',
    static fn (Change $change) => $ship($change->record),
    events: ['INSERT'],
    after: is_file($place) ? (string) file_get_contents($place) : null,
    onPosition: static fn (Position $position) => $store($place, (string) $position),
    onStatus: static function (Status $status, ?Throwable $reason) use ($client, $ship): void {
        fwrite(STDERR, trim("{$status->value} {$reason?->getMessage()}") . "\n");
        if ($status === Status::Gap) {
            // It was away for longer than the server keeps changes.
            foreach ($client->from('orders') as $order) {
                $ship($order);
            }
        }
        if ($status === Status::Closed && $reason !== null) {
            throw $reason;
        }
    },
);
$client->run();
