<?php

// The driver of clients/conformance: runs the case of each line of its input, and writes what its calls have returned.

declare(strict_types=1);

use Msingi\Auth\Challenge;
use Msingi\Client;
use Msingi\Exception\MsingiException;
use Msingi\Http\Json;
use Msingi\Live\Position;
use Msingi\Live\Status;
use Msingi\Options;
use Msingi\Session\MemoryStore;
use Msingi\Session\Session;
use Msingi\Tables\Related;

require __DIR__ . '/../autoload.php';

// Stands for an object without members, which is an empty list as an array.
const NOTHING = ['$nothing' => true];
const EMPTY_OBJECT = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|\{\s*\}/s';

while (($line = fgets(STDIN)) !== false) {
    $case = Json::decode((string) preg_replace(EMPTY_OBJECT, Json::encode(NOTHING), $line));
    $client = clientOf($case['client']);
    $results = [];
    foreach ($case['steps'] as $step) {
        $attempt = static fn (array $one): array => attempt($client, $one['do'], $results);
        // PHP does one thing after the other: those that start together, too.
        $results[] = array_is_list($step) ? array_map($attempt, $step) : $attempt($step);
    }
    echo json_encode(['results' => $results], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

/** @param array<string, mixed> $settings */
function clientOf(array $settings): Client
{
    ['url' => $url, 'project' => $project, 'key' => $key] = $settings;
    $store = new MemoryStore();
    if (isset($settings['session'])) {
        $store->set("msingi.session.$project", Json::encode($settings['session']));
    }
    $limits = array_intersect_key($settings, ['timeout' => 0, 'connect_timeout' => 0, 'retries' => 0]);
    return new Client($url, $project, $key, $store, new Options(...named($limits)));
}

/**
 * @param list<array<mixed>> $chain
 * @param list<array<mixed>> $results
 * @return array{value: mixed}|array{error: array<string, mixed>}
 */
function attempt(Client $client, array $chain, array $results): array
{
    try {
        $value = $client;
        foreach ($chain as $link) {
            $arguments = array_map(static fn (mixed $one): mixed => given($one, $results), array_slice($link, 1));
            $value = $link[0] === 'subscribe'
                ? hear($client, $value, $arguments, $results)
                : call($value, $link[0], $arguments);
        }
        return ['value' => written($value)];
    } catch (MsingiException $error) {
        return ['error' => ['message' => $error->getMessage()] + written($error)];
    } catch (Throwable $error) {
        return ['error' => ['status' => 0, 'message' => $error::class . ': ' . $error->getMessage()]];
    }
}

/**
 * Follows a table or a channel as a case says, and returns what came of it.
 *
 * @param list<mixed> $arguments
 * @param list<array<mixed>> $results
 * @return array{events: list<mixed>, did: list<mixed>, position: string|null}
 */
function hear(Client $client, object $on, array $arguments, array $results): array
{
    [$options, $script] = array_map(static fn (mixed $one): array => (array) $one, array_splice($arguments, -2));
    $heard = ['events' => [], 'did' => [], 'position' => null];
    $isTable = $arguments !== [];
    $hear = static function (object $event) use (&$heard, &$end, $script, $isTable): void {
        if (count($heard['events']) + 1 === ($script['fails'] ?? null)) {
            throw new DomainException('This callback fails.');
        }
        $heard['events'][] = written($event);
        $isTable || $end();
    };
    $end = static function () use (&$subscription, &$heard, &$wasLive, $script): void {
        if ($wasLive && count($heard['events']) >= ($script['until'] ?? 0) && !isset($script['fails'])) {
            $subscription->unsubscribe();
        }
    };
    $wasLive = false;
    $status = static function (Status $status, ?Throwable $reason) use (&$heard, &$wasLive, $client, $script, $results, $end) {
        if ($status === Status::Live && !$wasLive) {
            foreach ($script['live'] ?? [] as $chain) {
                $outcome = attempt($client, $chain, $results);
                $heard['did'][] = $outcome['error'] ?? $outcome['value'];
            }
            $wasLive = true;
            $end();
        } elseif ($reason !== null && $status === Status::Closed) {
            throw $reason;
        }
    };
    $options = named($options) + ['onStatus' => $status];
    $options += !$isTable ? [] : ['onPosition' => static function (Position $position) use (&$heard, $end): void {
        $heard['position'] = (string) $position;
        $end();
    }];
    $subscription = $on->subscribe(...$arguments, ...['callback' => $hear], ...$options);
    try {
        $client->run();
    } catch (DomainException) {
        $subscription->unsubscribe();
    }
    return $heard;
}

/** @param list<mixed> $arguments */
function call(object $target, string $name, array $arguments): mixed
{
    if ($target instanceof Traversable && $name === 'all') {
        return iterator_to_array($target, false);
    }
    if ($name === 'related') {
        [$shown, $chain] = $arguments;
        $refine = static fn (object $rows, array $link): object => call($rows, $link[0], array_slice($link, 1));
        return $target->related($shown, static fn (Related $rows): Related => array_reduce($chain, $refine, $rows));
    }
    if (!method_exists($target, $name)) {
        if (property_exists($target, $name)) {
            return $target->$name;
        }
        $name = $name === 'list' ? 'get' : $name;
    }
    $options = [];
    $last = array_key_last($arguments);
    if ($last !== null && ($object = objectOf($arguments[$last])) !== null) {
        // An object is options, unless its members are others: then it is a row, a filter, …
        $parameters = array_slice((new ReflectionMethod($target, $name))->getParameters(), $last);
        $names = array_map(static fn (ReflectionParameter $parameter): string => $parameter->name, $parameters);
        $isRow = $object === [] && (string) $parameters[0]->getType() === 'array';
        if (!$isRow && array_diff(array_keys($object), $names) === []) {
            [$arguments, $options] = [array_slice($arguments, 0, $last), $object];
        }
    }
    $asArray = static fn (mixed $argument): mixed => $argument instanceof stdClass ? [] : $argument;
    return $target->$name(...array_map($asArray, $arguments), ...array_map($asArray, $options));
}

/** @return array<string, mixed>|null the members of an object by names of PHP */
function objectOf(mixed $value): ?array
{
    $isObject = $value instanceof stdClass || (is_array($value) && $value !== [] && !array_is_list($value));
    return $isObject ? named((array) $value) : null;
}

/** Puts in what stands for a value. @param list<array<mixed>> $results */
function given(mixed $value, array $results): mixed
{
    if (!is_array($value)) {
        return $value;
    }
    if ($value === NOTHING) {
        return new stdClass();
    }
    if (isset($value['$result'])) {
        $found = $results[$value['$result']]['value'];
        foreach (isset($value['at']) ? explode('.', $value['at']) : [] as $key) {
            $found = $found[$key];
        }
        return $found;
    }
    if (isset($value['$repeat'])) {
        return array_fill(0, $value['$repeat'][1], given($value['$repeat'][0], $results));
    }
    return $value['$bytes'] ?? array_map(static fn (mixed $member): mixed => given($member, $results), $value);
}

/** What the client has made is written with its public members, in snake case. */
function written(mixed $value): mixed
{
    if ($value instanceof Generator) {
        return iterator_to_array($value, false);
    }
    if ($value instanceof Session) {
        return Json::decode($value->toText());
    }
    if ($value instanceof Position) {
        return (string) $value;
    }
    if (is_object($value) && !$value instanceof stdClass) {
        $members = [];
        foreach (get_object_vars($value) as $name => $member) {
            $members[strtolower((string) preg_replace('/[A-Z]/', '_$0', $name))] = written($member);
        }
        return $value instanceof Challenge ? ['mfa_token' => $value->mfaToken()] + $members : $members;
    }
    return $value;
}

/**
 * @param array<string, mixed> $members
 * @return array<string, mixed> with their names in camel case
 */
function named(array $members): array
{
    $camel = static fn (string $name): string => lcfirst(str_replace('_', '', ucwords($name, '_')));
    return array_combine(array_map($camel, array_map(strval(...), array_keys($members))), $members);
}
