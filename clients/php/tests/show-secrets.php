<?php

// Prints a client with secrets in it, and errors of it, in every way that PHP has: SecretsTest looks for the secrets.

declare(strict_types=1);

use Msingi\Client;
use Msingi\Options;
use Msingi\Session\MemoryStore;

require __DIR__ . '/../autoload.php';

// Traces with arguments, as development has them.
ini_set('zend.exception_ignore_args', '0');

// What an own closure has captured would be shown by PHP itself.
function attempt(Closure $work): Throwable
{
    try {
        $work();
    } catch (Throwable $error) {
        return $error;
    }
    throw new LogicException('It worked.');
}

[, $key, $access, $refresh] = $argv;
$store = new MemoryStore();
$tokens = ['access_token' => $access, 'access_token_expires_at' => '2099-01-01T00:00:00Z', 'refresh_token' => $refresh];
$project = '00000000-0000-4000-8000-000000000000';
$store->set("msingi.session.$project", (string) json_encode(['user' => ['id' => 'u1'], 'tokens' => $tokens]));
$client = new Client('http://127.0.0.1:1', $project, $key, $store, new Options(connectTimeout: 0.1, retries: 0));
$shown = [
    $client,
    $client->auth,
    $client->auth->session(),
    $client->auth->session()?->accessToken() === $access,
    attempt(static fn (): array => $client->from('books')->get()),
    attempt(static fn (): mixed => $client->auth->signIn('amina@example.com', $GLOBALS['argv'][4])),
    attempt(static fn (): mixed => $client->auth->refresh()),
    attempt(static fn (): string => serialize($client)),
    attempt(static fn (): string => serialize($client->auth->session())),
];
$onStatus = static function ($status, ?Throwable $error) use (&$shown): void {
    $shown[] = $error;
};
foreach (['sse', 'websocket'] as $transport) {
    $client->subscribe('books', static fn (): int => 1, transport: $transport, onStatus: $onStatus);
}
$client->run(0.3);
foreach ($shown as $value) {
    print_r($value);
    var_dump($value);
    @var_export($value);
    echo json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR), $value instanceof Throwable ? $value : '', "\n";
    print_r($value instanceof Throwable ? $value->getTrace() : '');
}
