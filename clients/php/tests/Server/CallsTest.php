<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Exception\InvalidInputException;
use Msingi\Exception\NotFoundException;
use Msingi\Exception\ServerException;
use Msingi\Tests\Project;
use PHPUnit\Framework\TestCase;

/** Functions and payments on a real server. */
final class CallsTest extends TestCase
{
    private const CODE = <<<'JS'
        export default {
          async fetch(request, env, ctx) {
            const url = new URL(request.url)
            const headers = { 'x-made': 'yes' }
            if (url.pathname.endsWith('/text')) return new Response('habari', { status: 201, headers })
            if (url.pathname.endsWith('/throw')) throw new Error('no')
            const body = await request.text()
            const type = request.headers.get('content-type')
            return Response.json({ method: request.method, search: url.search, body, type, by: ctx.caller.type })
          },
        }
        JS;

    public function testAFunctionIsCalledWithAnyRequest(): void
    {
        $name = Project::unique('echo');
        ['id' => $id, 'slug' => $slug] = Project::manage('POST', '/functions', ['name' => $name, 'code' => self::CODE]);
        Project::manage('POST', "/functions/$id/deploy");
        $functions = Project::client()->functions;
        $answer = ['method' => 'POST', 'search' => '', 'body' => '{"n":1}', 'type' => 'application/json'];
        self::assertSame($answer + ['by' => 'api_key'], $functions->invoke($slug, ['n' => 1]));
        $type = ['Content-Type' => 'text/plain'];
        $answer = $functions->invoke($slug, 'as it is', 'PUT', 'a/b?c=d', ['e' => '&'], $type);
        self::assertSame(['PUT', '?c=d&e=%26', 'as it is', 'text/plain'], array_values(array_slice($answer, 0, 4)));
        $response = $functions->call($slug, method: 'GET', path: '/text');
        self::assertSame([201, 'yes', 'habari'], [$response->status, $response->header('X-Made'), $response->body]);
        self::assertSame('habari', $functions->invoke($slug, method: 'GET', path: '/text'));
        try {
            $functions->invoke($slug, path: '/throw');
            self::fail('It did not throw.');
        } catch (ServerException $error) {
            self::assertSame('function_failed', $error->code);
        }
        $this->expectException(NotFoundException::class);
        $functions->invoke('nothing-of-this-name');
    }

    public function testAPaymentIsStartedOnceAndWaitedFor(): void
    {
        $payments = Project::client()->payments;
        $key = Project::unique();
        $order = Project::unique('order');
        $push = static fn (): array => $payments->push('0712345678', 150, 'Order 1', $order, idempotencyKey: $key);
        $ids = array_column([$push(), $push()], 'transaction_id');
        self::assertSame($ids[0], $ids[1]);
        self::assertSame([$ids[0]], array_column([...$payments->list(['order_id' => $order])], 'id'));
        // Nobody approves it: it comes back as it is.
        self::assertSame([150, $order], [($payment = $payments->wait($ids[0], 0.0))['amount'], $payment['order_id']]);
        self::assertArrayHasKey('checkout_url', $payments->session(1000));
        self::assertArrayHasKey('reference', $payments->direct('0712345678', 1000, 'Amina', 'Juma'));
        $this->expectException(InvalidInputException::class);
        $payments->push('1', 150, 'Order 1');
    }
}
