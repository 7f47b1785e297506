<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\InvalidInputException;

/**
 * Request is one request. Its body and headers can hold passwords and tokens, which a closure keeps out of dumps.
 *
 * @internal
 */
final readonly class Request
{
    private const DOTS = '#[\\\\/](?:\.|%2e){1,2}(?:[\\\\/]|$)#Di';
    private const NOTHING = '#/(?:/|$)#D';
    // The routes that do a write with the same Idempotency-Key once. Elsewhere the header says nothing.
    private const KEYED = '#^(?:POST /(?:data/[^/?]+|(?:projects/[^/]+/)?batch'
        . '|projects/[^/]+/(?:tables/[^/]+/records|graphql|payments/provider_(?:a/stk-push|b/(?:initiate|session))))'
        . '|PATCH /(?:data/[^/]+|projects/[^/]+/tables/[^/]+/records)/[^/?]+)(?:\?|$)#D';

    // What reads by POST, as its question is long.
    private const READS = '#^POST /projects/[^/]+/query/(?:run|exec|saved/[^/]+/run)$#D';

    /** @var \Closure(): array{array<string, string>, ?string} headers and text */
    private \Closure $content;

    /**
     * @param string $path below /api/v1, or a whole address
     * @param list<array{string, string}> $query
     * @param array<string, string> $headers by names in lower case
     * @param string|null $text the body
     * @param Source|null $source the body, where it is a stream
     * @param resource|\Closure(string): mixed|null $sink where the body of a success goes, in place of memory
     * @param bool $isTransfer says that it may take long, as long as bytes arrive
     * @param float|null $timeout seconds, where it is not that of the options
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query = [],
        #[\SensitiveParameter] array $headers = [],
        #[\SensitiveParameter] ?string $text = null,
        public ?Source $source = null,
        public mixed $sink = null,
        public bool $isTransfer = false,
        public ?float $timeout = null,
    ) {
        if (preg_match('/^[A-Z]{1,20}$/D', $method) !== 1) {
            throw new \InvalidArgumentException('A method is like GET, in upper case.');
        }
        self::checkPath($path);
        foreach ($headers as $name => $value) {
            $isName = preg_match('/^[!#$%&\'*+.^_`|~0-9a-z-]+$/Di', (string) $name) === 1;
            if (!$isName || strpbrk($value, "\r\n\0") !== false) {
                throw new \InvalidArgumentException("The header $name is not valid.");
            }
        }
        $this->content = static fn (): array => [$headers, $text];
    }

    private static function checkPath(string $address): void
    {
        $path = substr($address, 0, strcspn($address, '?#'));
        // Names of folders end with a slash.
        $isFolder = str_contains($path, '/objects/') && !str_ends_with($path, '/objects/');
        $hasNothing = str_starts_with($path, '/') && !$isFolder && preg_match(self::NOTHING, $path) === 1;
        if ($hasNothing || preg_match(self::DOTS, $path) === 1) {
            $reason = 'An id or name is empty, or "." or "..": it would lead to another address.';
            throw new InvalidInputException($reason, 400, 'invalid_input', [$reason]);
        }
    }

    /**
     * json returns a request with a body of JSON.
     *
     * @param list<array{string, string}> $query
     * @param array<string, string|null> $headers null leaves one out
     */
    public static function json(
        string $method,
        string $path,
        #[\SensitiveParameter] mixed $body = null,
        array $query = [],
        #[\SensitiveParameter] array $headers = [],
        ?float $timeout = null,
    ): self {
        $headers = self::given($headers);
        if ($body === null) {
            return new self($method, $path, $query, $headers, timeout: $timeout);
        }
        $headers += ['content-type' => 'application/json'];
        return new self($method, $path, $query, $headers, Json::encode($body), timeout: $timeout);
    }

    /** into returns the same request, whose answer may take long and goes to the callback piece by piece. */
    public function into(\Closure $sink): self
    {
        [$headers, $text] = ($this->content)();
        ['method' => $method, 'path' => $path, 'query' => $query, 'timeout' => $timeout] = get_object_vars($this);
        return new self($method, $path, $query, $headers, $text, $this->source, $sink, true, $timeout);
    }

    /**
     * given leaves out the options that are null.
     *
     * @template T
     * @param array<string, T|null> $options
     * @return array<string, T>
     */
    public static function given(#[\SensitiveParameter] array $options): array
    {
        return array_filter($options, static fn (mixed $option): bool => $option !== null);
    }

    /**
     * pairs writes options as a query.
     *
     * @param array<string, scalar|null> $options null leaves one out
     * @return list<array{string, string}>
     */
    public static function pairs(array $options): array
    {
        $pairs = [];
        foreach (self::given($options) as $name => $value) {
            $pairs[] = [(string) $name, is_bool($value) ? ($value ? 'true' : 'false') : (string) $value];
        }
        return $pairs;
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return ($this->content)()[0];
    }

    public function text(): ?string
    {
        return ($this->content)()[1];
    }

    /** isRepeatable says that sending it twice comes to the same as once. */
    public function isRepeatable(): bool
    {
        return in_array($this->method, ['GET', 'HEAD'], true)
            || preg_match(self::READS, "{$this->method} {$this->path}") === 1
            || (isset($this->headers()['idempotency-key'])
                && preg_match(self::KEYED, "{$this->method} {$this->path}") === 1);
    }

    /** url returns the whole address on a server. */
    public function url(string $base): string
    {
        $url = preg_match('#^https?://#i', $this->path) === 1 ? $this->path : "$base/api/v1{$this->path}";
        $write = static fn (array $pair): string => rawurlencode($pair[0]) . '=' . rawurlencode($pair[1]);
        $mark = str_contains($url, '?') ? '&' : '?';
        return $this->query === [] ? $url : $url . $mark . implode('&', array_map($write, $this->query));
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'path' => strtok($this->path, '?') ?: ''];
    }
}
