<?php

declare(strict_types=1);

namespace Msingi\Exception;

use Msingi\Http\Json;
use Msingi\Http\Response;

/**
 * MsingiException is an error of the server, or of the way to it. What the server refuses is one of its subclasses, by
 * the outcomes of docs/errors.md.
 */
class MsingiException extends \RuntimeException
{
    /** @var string|null says what is wrong, for programs, such as `already_exists`; null if no server answered */
    public $code;

    /**
     * @param int $status the HTTP status, or 0 if there was no response
     * @param list<string> $errors a sentence for each problem
     * @param mixed $details for programs: fields, constraints, numbers
     * @param string|null $requestId names the request in the project's request log
     * @param float|null $retryAfter how many seconds to wait, if the server says so
     * @param bool $challenged says that a 401 is about the credentials, and not about a password in the body
     */
    final public function __construct(
        string $message,
        public readonly int $status = 0,
        ?string $code = null,
        public readonly array $errors = [],
        public readonly mixed $details = null,
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfter = null,
        public readonly bool $challenged = false,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
        $this->code = $code;
    }

    /** secondsOf reads a header Retry-After; null for what is no number of seconds. */
    public static function secondsOf(?string $text): ?float
    {
        return preg_match('/^\d{1,9}$/D', $text ?? '') === 1 ? (float) $text : null;
    }

    /**
     * classOf returns the class of exceptions with a status.
     *
     * @internal
     * @return class-string<self>
     */
    public static function classOf(int $status): string
    {
        return match ($status) {
            400 => InvalidInputException::class,
            401 => UnauthorizedException::class,
            403 => ForbiddenException::class,
            404 => NotFoundException::class,
            409 => ConflictException::class,
            429 => QuotaExceededException::class,
            default => $status >= 500 ? ServerException::class : self::class,
        };
    }

    /** of returns the exception for a response that is not a success. */
    public static function of(Response $response): self
    {
        $body = Json::tryDecode($response->body);
        $body = is_array($body) ? $body : [];
        $class = self::classOf($response->status);
        $errors = is_array($body['errors'] ?? null) ? array_values($body['errors']) : [];
        // Those of GraphQL are objects.
        $code = $body['code'] ?? $errors[0]['extensions']['code'] ?? null;
        $sentences = array_map(static fn (mixed $error): mixed => $error['message'] ?? $error, $errors);
        $message = $body['message'] ?? $sentences[0] ?? null;
        return new $class(
            is_string($message) ? $message : "The server returned the status {$response->status}.",
            $response->status,
            is_string($code) ? $code : null,
            array_values(array_filter($sentences, is_string(...))),
            $body['details'] ?? null,
            $response->header('x-request-id'),
            self::secondsOf($response->header('retry-after')),
            $response->status === 401 && $response->header('www-authenticate') !== null,
        );
    }
}
