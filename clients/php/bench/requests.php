<?php

// Requests a second of the client and of bare curl, by turns in one run: php bench/requests.php URL PROJECT KEY TABLE.

declare(strict_types=1);

use Msingi\Client;

require __DIR__ . '/../autoload.php';

[, $url, $project, $key, $table] = $argv;
$client = new Client($url, $project, $key);
$curl = curl_init("$url/api/v1/data/$table?limit=1");
curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => ["X-PLATFORM-API-Key: $key"]]);
$ways = [
    'bare curl' => static fn (): mixed => json_decode((string) curl_exec($curl), true)['data'],
    'the client' => static fn (): mixed => $client->from($table)->limit(1)->get(),
];
$rates = array_fill_keys(array_keys($ways), []);
for ($round = 0; $round < 21; $round++) {
    foreach ($ways as $name => $call) {
        $began = hrtime(true);
        for ($n = 0; $n < 100; $n++) {
            $call();
        }
        $rates[$name][] = 100 / ((hrtime(true) - $began) / 1e9);
    }
}
$medians = array_map(static function (array $values): float {
    sort($values);
    return $values[intdiv(count($values), 2)];
}, $rates);
foreach ($medians as $name => $rate) {
    printf("%-10s %6.0f requests a second\n", $name, $rate);
}
printf("the client of bare curl: %.2f\n", $medians['the client'] / $medians['bare curl']);
