<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Factors are the second factors of the user who is signed in. If nobody is, all its methods throw (401). */
final readonly class Factors
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /** @return list<array<string, mixed>> */
    public function list(): array
    {
        return $this->api->ownAuth('GET', '/factors');
    }

    /**
     * enrol begins a factor, which counts once it is activated. The password is needed where the user has one, and the
     * code of another factor where there is one.
     *
     * @return array<string, mixed> with `id`, `secret`, and `uri` for a QR code
     */
    public function enrol(
        ?string $name = null,
        #[\SensitiveParameter] ?string $currentPassword = null,
        #[\SensitiveParameter] ?string $code = null,
    ): array {
        $options = ['name' => $name, 'current_password' => $currentPassword, 'code' => $code];
        return $this->api->ownAuth('POST', '/factors', Request::given($options));
    }

    /**
     * activate takes the first code of the app, and ends all other sessions.
     *
     * @return array<string, mixed> with `factor`, and `recovery_codes` with the first factor, which are shown once
     */
    public function activate(string $id, #[\SensitiveParameter] string $code): array
    {
        return $this->api->ownAuth('POST', '/factors/' . rawurlencode($id) . '/activate', ['code' => $code]);
    }

    /** remove takes a code if the factor is active. */
    public function remove(string $id, #[\SensitiveParameter] ?string $code = null): void
    {
        $this->api->ownAuth('DELETE', '/factors/' . rawurlencode($id), $code === null ? null : ['code' => $code]);
    }

    /** @return list<string> ten new recovery codes, which replace the old ones */
    public function renewRecoveryCodes(#[\SensitiveParameter] string $code): array
    {
        return $this->api->ownAuth('POST', '/factors/recovery-codes', ['code' => $code]);
    }
}
