<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Secret;

/** SignIn is the user who has signed in, or a challenge for a second factor, which `verifyFactor` answers. */
final readonly class SignIn
{
    private ?Secret $token;

    /** @param array<string, mixed>|null $user null until the challenge is answered */
    public function __construct(
        public ?array $user,
        #[\SensitiveParameter] ?string $mfaToken = null,
        public ?string $challengeExpiresAt = null,
    ) {
        $this->token = $mfaToken === null ? null : new Secret($mfaToken);
    }

    public function needsFactor(): bool
    {
        return $this->token !== null;
    }

    /** mfaToken is what `verifyFactor` takes beside the code, also in a later request. */
    public function mfaToken(): ?string
    {
        return $this->token?->reveal();
    }
}
