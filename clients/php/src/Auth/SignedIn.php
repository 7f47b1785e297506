<?php

declare(strict_types=1);

namespace Msingi\Auth;

/** SignedIn is the user who has signed in, or a challenge for a second factor, which `verifyFactor` answers. */
final readonly class SignedIn
{
    /** @param array<string, mixed>|null $user null until the challenge is answered */
    public function __construct(public ?array $user, public ?Challenge $challenge = null)
    {
    }
}
