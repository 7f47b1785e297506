<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Secret;

/** Challenge asks for the second factor of a user. Dumps do not show its token. */
final readonly class Challenge
{
    private Secret $token;

    /** @param string $expiresAt ISO 8601 */
    public function __construct(#[\SensitiveParameter] string $mfaToken, public string $expiresAt)
    {
        $this->token = new Secret($mfaToken);
    }

    /** mfaToken is what `verifyFactor` takes beside the code, also in a later request. */
    public function mfaToken(): string
    {
        return $this->token->reveal();
    }
}
