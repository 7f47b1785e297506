<?php

// A worker that follows orders, and goes on where it stood after a restart.

declare(strict_types=1);

use Msingi\Client;
use Msingi\Live\Change;
use Msingi\Live\Position;
use Msingi\Live\Status;

require __DIR__ . '/msingi/autoload.php';

$client = new Client((string) getenv('MSINGI_URL'), (string) getenv('MSINGI_PROJECT'), (string) getenv('MSINGI_KEY'));
$place = (getenv('STATE_DIRECTORY') ?: sys_get_temp_dir()) . '/position';

$client->subscribe(
    'orders',
    static function (Change $change) use ($client, $place): void {
        $client->from('shipments')->upsert(['order_id' => $change->record['id']], 'order_id', ignoreExisting: true);
        file_put_contents($place, (string) $change->position, LOCK_EX);
    },
    events: ['INSERT'],
    onStatus: static function (Status $status, ?Throwable $reason): void {
        fwrite(STDERR, trim("{$status->value} {$reason?->getMessage()}") . "\n");
        if ($status === Status::Closed && $reason !== null) {
            throw $reason;
        }
    },
    from: is_file($place) ? Position::fromString((string) file_get_contents($place)) : null,
);
$client->run();
