<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Exception\ConnectionException;
use Msingi\Http\Json;
use PHPUnit\Framework\TestCase;

/** Numbers keep their digits, and texts are left alone. */
final class JsonTest extends TestCase
{
    /** @dataProvider numbers */
    public function testNumbersKeepTheirDigits(string $json, mixed $value): void
    {
        self::assertSame(['n' => $value, 's' => 'x'], Json::decode("{\"n\":$json,\"s\":\"x\"}"));
    }

    /** @return array<string, array{string, mixed}> */
    public function numbers(): array
    {
        return [
            'an integer' => ['9223372036854775807', 9223372036854775807],
            'one that does not fit' => ['-9223372036854775809', '-9223372036854775809'],
            'a decimal of few digits' => ['12000.5000', 12000.5],
            'what a float holds' => ['0.30000000000000004', 0.30000000000000004],
            'and with an exponent' => ['-1.7976931348623157e+308', -1.7976931348623157e+308],
            'one that is too large' => ['1e400', '1e400'],
            'and too small' => ['1.5E-400', '1.5E-400'],
            'in a list' => ['[1e2,12345678901234567891E3]', [100.0, '12345678901234567891E3']],
            'zero' => ['-0.00000000000000000', -0.0],
            'zeros make no digits' => ['0.00000000000000000015', 1.5e-19],
            'one of many' => ['12345678901234567890.123456789', '12345678901234567890.123456789'],
            'a negative one' => ['-0.12345678901234567', '-0.12345678901234567'],
            'with an exponent' => ['1.23456789012345678e-3', '1.23456789012345678e-3'],
            'digits in a text' => ['"a \\" 1.23456789012345678"', 'a " 1.23456789012345678'],
            'an escaped backslash before the quote' => ['"1.23456789012345678\\\\"', '1.23456789012345678\\'],
            'in lists' => ['[1.23456789012345678,[2]]', ['1.23456789012345678', [2]]],
        ];
    }

    public function testALongTextIsReadInLinearTime(): void
    {
        $text = str_repeat('\\"1.23456789012345678', 200_000);
        self::assertSame(strlen($text) - 200_000, strlen(Json::decode("{\"t\":\"$text\"}")['t']));
    }

    public function testWhatIsNotJsonIsNotMsingi(): void
    {
        $this->expectException(ConnectionException::class);
        Json::decode('<html>');
    }
}
