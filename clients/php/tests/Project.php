<?php

declare(strict_types=1);

namespace Msingi\Tests;

use Msingi\Client;
use Msingi\Http\Json;
use Msingi\Options;
use Msingi\Session\SessionStore;

/** Project is the project of a real server, which server/test/client/php.test.ts names in the environment. */
final class Project
{
    public static function client(bool $isSecret = true, ?SessionStore $store = null, ?string $url = null): Client
    {
        $key = self::named($isSecret ? 'SECRET' : 'PUBLISHABLE');
        return new Client($url ?? self::url(), self::named('PROJECT'), $key, $store, new Options(retries: 0));
    }

    public static function url(): string
    {
        return self::named('URL');
    }

    /** manage calls a route below the project's as the developer who owns it. */
    public static function manage(string $method, string $path, mixed $body = null): mixed
    {
        $curl = curl_init(self::url() . '/api/v1/projects/' . self::named('PROJECT') . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HTTPHEADER => ['authorization: Bearer ' . self::named('TOKEN'), 'content-type: application/json'],
            CURLOPT_POSTFIELDS => Json::encode($body ?? new \stdClass()),
        ]);
        $answer = (string) curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status >= 300) {
            throw new \RuntimeException("$method $path was answered $status: $answer");
        }
        return $answer === '' ? null : Json::decode($answer)['data'];
    }

    /** unique returns a name that nothing else has. */
    public static function unique(string $name = 'name'): string
    {
        return $name . '-' . bin2hex(random_bytes(6));
    }

    private static function named(string $name): string
    {
        $value = getenv("MSINGI_TEST_$name");
        return $value === false ? throw new \RuntimeException("MSINGI_TEST_$name is not set.") : $value;
    }
}
