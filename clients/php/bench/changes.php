<?php

// Listens to the changes of a table for `npm run bench -- live-php`, with the arguments that stand below. It prints
// `live`, then how many have come behind each hundred, and at the end the seconds and those of the processor.

declare(strict_types=1);

use Msingi\Client;
use Msingi\Live\Status;

require __DIR__ . '/../autoload.php';

[, $url, $project, $key, $table, $transport, $count] = $argv;

function processorSeconds(): float
{
    $usage = getrusage();
    $seconds = static fn (string $kind): float => $usage["ru_$kind.tv_sec"] + $usage["ru_$kind.tv_usec"] / 1e6;
    return $seconds('utime') + $seconds('stime');
}

$client = new Client($url, $project, $key);
[$received, $began, $used] = [0, 0, 0.0];
$client->subscribe($table, static function () use ($client, $count, &$received, &$began, &$used): void {
    if ($received++ === 0) {
        [$began, $used] = [hrtime(true), processorSeconds()];
    }
    if ($received % 100 === 0) {
        echo "$received\n";
    }
    if ($received === (int) $count) {
        $client->close();
    }
}, transport: $transport, onStatus: static function (Status $status): void {
    if ($status !== Status::Connecting && $status !== Status::Closed) {
        echo "{$status->value}\n";
    }
});
$client->run();
echo json_encode(['seconds' => (hrtime(true) - $began) / 1e9, 'processor' => processorSeconds() - $used]), "\n";
