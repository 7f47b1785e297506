<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\ConnectionException;

/** Response is a response of the server, or of a function. */
final readonly class Response
{
    /** @param array<string, string> $headers by names in lower case */
    public function __construct(public int $status, public array $headers, public string $body)
    {
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    /** data returns the `data` of the envelope; null if there is no body. */
    public function data(): mixed
    {
        if ($this->body === '') {
            return null;
        }
        $envelope = Json::decode($this->body);
        $data = $envelope['data'] ?? null;
        if (!is_array($envelope) || !array_key_exists('data', $envelope) || !($data === null || is_array($data))) {
            throw self::strange();
        }
        $hints = is_array($envelope['details'] ?? null) ? $envelope['details']['hints'] ?? [] : [];
        Hints::tellOnce(is_array($hints) ? $hints : []);
        return $data;
    }

    /**
     * array returns the `data` of an answer that has to be an object or a list.
     *
     * @return array<mixed>
     */
    public function array(): array
    {
        return $this->data() ?? throw self::strange();
    }

    /**
     * list returns the `data` of an answer that has to be a list.
     *
     * @return list<mixed>
     */
    public function list(): array
    {
        $data = $this->array();
        return array_is_list($data) ? $data : throw self::strange();
    }

    /** member returns a member of the `data` of an answer that has to be an object with it. */
    public function member(string $name): mixed
    {
        return $this->array()[$name] ?? throw self::strange();
    }

    /** strange returns the error of an answer that is none of Msingi. */
    public static function strange(): ConnectionException
    {
        return new ConnectionException('The response is not one of Msingi. Check the address of the server.');
    }

    /**
     * Bodies can hold tokens.
     *
     * @return array<string, int>
     */
    public function __debugInfo(): array
    {
        return ['status' => $this->status, 'bytes' => strlen($this->body)];
    }
}
