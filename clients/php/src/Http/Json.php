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

    // A float holds every decimal of 15 digits: only longer runs, and exponents, are looked at again.
    private const UNCERTAIN = '/[\d.]{17}|[:,\[\s]-?\d++(?:\.\d++)?[eE]/';

    // Texts are taken whole, so that digits within them are left alone. Nothing here goes back: it is linear.
    private const TOKENS = '/"(?:[^"\\\\]++|\\\\.)*+"|-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?/s';

    public static function encode(#[\SensitiveParameter] mixed $value): string
    {
        return json_encode(self::plain($value), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    /** text writes a single value as it stands outside of JSON. */
    public static function text(string|int|float|bool|\DateTimeInterface|\BackedEnum $value): string
    {
        $text = $value instanceof \BackedEnum ? $value->value : self::plain($value);
        return is_string($text) ? $text : self::encode($text);
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
    public static function tryDecode(#[\SensitiveParameter] string $text): mixed
    {
        try {
            return self::decode($text);
        } catch (ConnectionException) {
            return null;
        }
    }

    /** By itself, PHP would write a moment as an object. */
    private static function plain(#[\SensitiveParameter] mixed $value): mixed
    {
        return match (true) {
            $value instanceof \DateTimeInterface => $value->format('Y-m-d\TH:i:s.uP'),
            $value instanceof \stdClass => (object) self::plain((array) $value),
            is_array($value) => array_map(self::plain(...), $value),
            default => $value,
        };
    }

    private static function keepDigits(#[\SensitiveParameter] string $text): string
    {
        if (preg_match(self::UNCERTAIN, $text) !== 1) {
            return $text;
        }
        return preg_replace_callback(self::TOKENS, self::quoteInexact(...), $text)
            ?? throw new ConnectionException('The response cannot be read: ' . preg_last_error_msg() . '.');
    }

    /** @param array{string} $match */
    private static function quoteInexact(#[\SensitiveParameter] array $match): string
    {
        [$token] = $match;
        // JSON_BIGINT_AS_STRING keeps whole numbers.
        if ($token[0] === '"' || strpbrk($token, '.eE') === false) {
            return $token;
        }
        return self::digits(sprintf('%.*H', -1, $token)) === self::digits($token) ? $token : "\"$token\"";
    }

    /** Returns the digits of a number without zeros around them, and the power of ten that they stand for. */
    private static function digits(string $number): string
    {
        [$digits, $power] = explode('e', strtolower($number)) + [1 => '0'];
        [$whole, $fraction] = explode('.', ltrim($digits, '-')) + [1 => ''];
        $digits = ltrim($whole . $fraction, '0');
        $shown = rtrim($digits, '0');
        $power = (int) $power - strlen($fraction) + strlen($digits) - strlen($shown);
        return $shown === '' ? '0' : "{$shown}e$power";
    }
}
