<?php

declare(strict_types=1);

namespace Msingi\Auth;

/** SignedIn is the user who has signed in, or a challenge if the user has a second factor: `verifyFactor` answers it. */
final readonly class SignedIn
{
    /** @param array<string, mixed>|null $user null until the challenge is answered */
    public function __construct(public ?array $user, public ?Challenge $challenge = null)
    {
    }
}
