<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Client;
use Msingi\Exception\InvalidInputException;
use Msingi\Live\Member;
use Msingi\Live\RoomEvent;
use Msingi\Live\Status;
use Msingi\Tests\Project;
use PHPUnit\Framework\TestCase;

/** Channels of a real server. */
final class RoomsTest extends TestCase
{
    private const SECONDS = 20.0;

    private Client $client;
    private string $name;

    protected function setUp(): void
    {
        $this->client = Project::client();
        $this->name = Project::unique('room');
        Project::manage('POST', '/realtime/channels', ['name' => $this->name]);
    }

    public function testACallbackAnswersOverItsOwnChannelAndBetweenRuns(): void
    {
        $room = $this->client->channel($this->name);
        $heard = [];
        $room->subscribe(function (RoomEvent $event) use ($room, &$heard): void {
            $heard[] = $event->data;
            match ($event->data) {
                'question' => $room->publish('answer'),
                'end' => $this->client->close(),
                default => null,
            };
        }, ['message'], static function (Status $status) use ($room): void {
            $status === Status::Live && $room->publish('question');
        });
        self::assertTrue($this->client->run(1.0));
        self::assertSame(['question', 'answer'], $heard);
        $room->publish('end');
        $users = array_map(static fn (Member $member): string => $member->user, $room->presence());
        self::assertSame(['project:' . getenv('MSINGI_TEST_PROJECT')], $users);
        $said = array_map(static fn (RoomEvent $event): mixed => $event->data, $room->history());
        self::assertSame(['question', 'answer', 'end'], $said);
        self::assertFalse($this->client->run(self::SECONDS));
        self::assertSame('end', end($heard));
    }

    public function testWhoeverComesAndGoesIsHeard(): void
    {
        $other = Project::client();
        $heard = [];
        $onEvent = function (RoomEvent $event) use ($other, &$heard): void {
            $heard[] = $event->type;
            $event->type === 'join' ? $other->close() : $this->client->close();
        };
        $onStatus = function (Status $status) use ($other): void {
            if ($status === Status::Live) {
                $other->channel($this->name)->subscribe(static fn (): int => 0);
                $other->run(0.5);
            }
        };
        $this->client->channel($this->name)->subscribe($onEvent, ['join', 'leave'], $onStatus);
        $this->client->run(self::SECONDS);
        self::assertSame(['join', 'leave'], $heard);
    }

    public function testWhatTheServerRefusesIsSaid(): void
    {
        $room = $this->client->channel($this->name);
        $room->subscribe(static fn (): int => 0, onStatus: static function (Status $status) use ($room): void {
            if ($status === Status::Live) {
                $room->publish(array_reduce(range(1, 200), static fn (mixed $inner): array => [$inner], 'x'));
            }
        });
        try {
            $this->client->run(self::SECONDS);
            self::fail('It was not refused.');
        } catch (InvalidInputException $error) {
            self::assertSame(400, $error->status);
        }
        $this->expectException(\InvalidArgumentException::class);
        $room->subscribe(static fn (): int => 0, ['INSERT']);
    }
}
