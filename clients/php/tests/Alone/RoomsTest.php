<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Exception\ConnectionException;
use Msingi\Live\RoomEvent;
use Msingi\Live\Status;
use Msingi\Options;
use Msingi\Tests\Peer;
use Msingi\Tests\Script;
use PHPUnit\Framework\TestCase;

/** Channels of a server that goes away. */
final class RoomsTest extends TestCase
{
    public function testAChannelIsJoinedAgainAndWhatItIsAskedMeanwhileFails(): void
    {
        $said = static fn (int $offset): string => Script::frame((string) json_encode([
            'push' => ['channel' => 'c', 'pub' => ['offset' => $offset, 'data' => "m$offset", 'info' => ['user' => 'u']]],
        ]));
        $published = Script::frame((string) json_encode(['id' => 2, 'publish' => new \stdClass()]));
        $first = Script::webSocket(Script::connected(['epoch' => 'e', 'offset' => 4]));
        $again = Script::connected(['epoch' => 'e', 'offset' => 6, 'was_recovering' => true, 'recovered' => true]);
        $peer = new Peer([
            Script::ticket(),
            // What is said while the answer is on its way comes behind it, and once.
            [...$first, ['frames', 1], ['send', $said(5) . $published . $said(6)]],
            Script::webSocket($again . $said(6) . $said(7)),
        ]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 0));
        $room = $client->channel('lobby');
        $failures = [];
        $statuses = [];
        $onStatus = static function (Status $status) use ($room, &$failures, &$statuses): void {
            $statuses[] = $status->value;
            if ($status !== Status::Connecting && count($statuses) < 4) {
                try {
                    $room->publish('hello');
                } catch (ConnectionException $error) {
                    $failures[] = $error->status;
                }
            }
        };
        $heard = [];
        $room->subscribe(static function (RoomEvent $event) use (&$heard, $client): void {
            $heard[] = "$event->type $event->data $event->user";
            count($heard) === 3 && $client->close();
        }, onStatus: $onStatus);
        $client->run(20.0);
        self::assertSame(['message m5 u', 'message m6 u', 'message m7 u'], $heard);
        self::assertSame(['connecting', 'live', 'reconnecting', 'live', 'closed'], $statuses);
        self::assertSame([0], $failures);
        self::assertStringContainsString('{"id":2,"publish":{"channel":"c","data":"hello"}}', $peer->heard()[1]);
        self::assertStringContainsString('"recover":true,"epoch":"e","offset":6', $peer->heard()[2]);
    }
}
