<?php

declare(strict_types=1);

namespace Msingi;

/** Options are the limits of a client, in seconds and bytes. */
final readonly class Options
{
    /**
     * @param float $connectTimeout seconds until a connection stands
     * @param float $timeout seconds for a whole request; of uploads and downloads, seconds without a byte
     * @param int $retries how often a failed GET, or a write with an idempotency key, is sent again
     * @param string|null $caFile certificates to trust in place of the system's, in PEM
     * @param float $longestWait the most seconds before live changes connect again, after 1, 2, 4, … seconds
     * @param int $maxMessageBytes the most bytes of one message or event of live changes
     */
    public function __construct(
        public float $connectTimeout = 5.0,
        public float $timeout = 30.0,
        public int $retries = 2,
        public ?string $caFile = null,
        public float $longestWait = 30.0,
        public int $maxMessageBytes = 16 * 1024 * 1024,
    ) {
        if ($connectTimeout <= 0 || $timeout <= 0 || $longestWait <= 0) {
            throw new \InvalidArgumentException('Timeouts and waits must be more than 0 seconds.');
        }
        if ($retries < 0 || $maxMessageBytes < 1) {
            throw new \InvalidArgumentException('retries must be at least 0, and maxMessageBytes at least 1.');
        }
    }

    /** with returns these options with another timeout or number of retries; null leaves one as it is. */
    public function with(?float $timeout = null, ?int $retries = null): self
    {
        $given = array_filter(compact('timeout', 'retries'), static fn (mixed $option): bool => $option !== null);
        return new self(...$given + get_object_vars($this));
    }
}
