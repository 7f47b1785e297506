<?php

declare(strict_types=1);

namespace Msingi\Payments;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Configuration reads, changes and tests the settings of payments, with a secret key. Credentials come masked. */
final readonly class Configuration
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /** @return array<string, mixed> */
    public function get(): array
    {
        return $this->api->send(new Request('GET', $this->api->path('/payments/settings')))->array();
    }

    /**
     * update changes settings, and returns all of them; what is left out keeps its value.
     *
     * @param array<string, mixed> $changes those of docs/payments.md
     * @return array<string, mixed>
     */
    public function update(#[\SensitiveParameter] array $changes): array
    {
        $request = Request::json('PUT', $this->api->path('/payments/settings'), (object) $changes);
        return $this->api->send($request)->array();
    }

    /**
     * test asks a provider whether the stored credentials are right. Nobody is charged.
     *
     * @param string $provider `provider_a` or `provider_b`
     * @return array<string, mixed> with `ok`, `message`, and `simulated` where they were not tried
     */
    public function test(string $provider): array
    {
        $path = $this->api->path('/payments/settings/test');
        return $this->api->send(Request::json('POST', $path, ['provider' => $provider]))->array();
    }
}
