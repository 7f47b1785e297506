<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\ConnectionException;

/**
 * Json reads and writes JSON with all digits of its numbers: what neither int nor float holds exactly becomes a string.
 *
 * @internal
 */
final class Json
{
    private const FLAGS = JSON_BIGINT_AS_STRING | JSON_THROW_ON_ERROR;

    // A float holds every decimal of 15 digits: only longer runs are looked at again.
    private const LONG_NUMBER = '/[\d.]{17}/';

    // Texts are taken whole, so that digits within them are left alone. Nothing here goes back: it is linear.
    private const TOKENS = '/"(?:[^"\\\\]++|\\\\.)*+"|-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?/s';

    public static function encode(#[\SensitiveParameter] mixed $value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    /** decode throws a ConnectionException: what does not answer in JSON is not Msingi. */
    public static function decode(string $text): mixed
    {
        try {
            return json_decode(self::keepDigits($text), true, 512, self::FLAGS);
        } catch (\JsonException) {
            throw new ConnectionException('The response is not JSON. Check the address of the server.');
        }
    }

    /** tryDecode returns null for what is not JSON, such as the page of a proxy. */
    public static function tryDecode(string $text): mixed
    {
        return json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
    }

    private static function keepDigits(string $text): string
    {
        if (preg_match(self::LONG_NUMBER, $text) !== 1) {
            return $text;
        }
        return preg_replace_callback(self::TOKENS, self::quoteLong(...), $text)
            ?? throw new ConnectionException('The response cannot be read: ' . preg_last_error_msg() . '.');
    }

    /** @param array{string} $match */
    private static function quoteLong(array $match): string
    {
        [$token] = $match;
        if ($token[0] === '"' || strlen($token) < 17 || strpbrk($token, '.eE') === false) {
            return $token;
        }
        $digits = ltrim(preg_replace(['/[eE].*/', '/\D/'], '', $token) ?? '', '0');
        return strlen($digits) > 15 ? "\"$token\"" : $token;
    }
}
