<?php

declare(strict_types=1);

namespace Msingi\Auth;

/** SignedUp is a new user, who is signed in unless the address must be verified first. */
final readonly class SignedUp
{
    /** @param array<string, mixed> $user */
    public function __construct(public array $user, public bool $emailVerificationRequired)
    {
    }
}
