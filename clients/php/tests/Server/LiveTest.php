<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Client;
use Msingi\Exception\NotFoundException;
use Msingi\Live\Change;
use Msingi\Live\Position;
use Msingi\Live\Status;
use Msingi\Tests\Project;
use PHPUnit\Framework\TestCase;

/** Live changes of a real server, over every transport. */
final class LiveTest extends TestCase
{
    private const SECONDS = 20.0;
    private const SUBSETS = [
        null,
        ['INSERT'],
        ['UPDATE'],
        ['DELETE'],
        ['INSERT', 'UPDATE'],
        ['INSERT', 'DELETE'],
        ['UPDATE', 'DELETE'],
        ['INSERT', 'UPDATE', 'DELETE'],
    ];

    private Client $client;
    private Client $writer;
    private string $shelf;

    protected function setUp(): void
    {
        $this->client = Project::client();
        $this->writer = Project::client();
        $this->shelf = Project::unique('shelf');
    }

    /** @return array<string, array{string}> */
    public function transports(): array
    {
        return ['auto' => ['auto'], 'websocket' => ['websocket'], 'sse' => ['sse']];
    }

    /** @dataProvider transports */
    public function testAFilterLetsThroughWhatPassesIt(string $transport): void
    {
        $heard = [];
        $this->client->subscribe(
            'books',
            function (Change $change) use (&$heard): void {
                $heard[] = "$change->type {$change->record['pages']}";
                if (count($heard) === 2) {
                    $this->client->close();
                }
            },
            transport: $transport,
            onStatus: function (Status $status): void {
                if ($status === Status::Live) {
                    $books = $this->writer->from('books');
                    $row = ['shelf' => $this->shelf];
                    $books->insert($row + ['title' => Project::unique(), 'pages' => 1]);
                    $books->delete($books->insert($row + ['title' => Project::unique(), 'pages' => 2])['id']);
                }
            },
            filter: "shelf.eq.$this->shelf,pages.eq.2",
        );
        $this->client->run(self::SECONDS);
        self::assertSame(['INSERT 2', 'DELETE 2'], $heard);
    }

    /** @dataProvider transports */
    public function testSubscriptionsGetTheTypesThatTheyAskForUntilTheyEnd(string $transport): void
    {
        $heard = array_fill(0, count(self::SUBSETS), []);
        $live = 0;
        $subscriptions = [];
        foreach (self::SUBSETS as $key => $events) {
            $callback = function (Change $change) use (&$heard, &$subscriptions, $key): void {
                if ($change->record['shelf'] === $this->shelf) {
                    $before = $change->oldRecord === null ? '' : " of {$change->oldRecord['pages']}";
                    $heard[$key][] = "$change->type {$change->record['pages']}$before";
                    self::assertSame(['books', getenv('MSINGI_TEST_PROJECT')], [$change->table, $change->projectId]);
                }
                // Everybody ends with the first that they hear of the second book, each in one of both ways.
                if ($change->record['pages'] >= 8) {
                    $key % 2 === 0 ? $subscriptions[$key]->close() : $subscriptions[$key]->unsubscribe();
                }
            };
            $onStatus = function (Status $status) use (&$live): void {
                if ($status === Status::Live && ++$live === count(self::SUBSETS)) {
                    $this->writeBook(1);
                    $this->writeBook(8);
                }
            };
            $subscriptions[$key] = $this->client->subscribe('books', $callback, $events, $transport, $onStatus);
        }
        self::assertFalse($this->client->run(self::SECONDS));
        foreach (self::SUBSETS as $key => $events) {
            $first = ['INSERT 1', 'UPDATE 2 of 1', 'DELETE 2'];
            $second = ['INSERT 8', 'UPDATE 9 of 8', 'DELETE 9'];
            $isAsked = static fn (string $one): bool => in_array(strtok($one, ' '), $events ?? self::SUBSETS[7], true);
            // Behind the end nothing comes, though it has arrived already.
            $all = [...array_filter($first, $isAsked), ...array_slice(array_filter($second, $isAsked), 0, 1)];
            self::assertSame($all, $heard[$key]);
            self::assertSame(Status::Closed, $subscriptions[$key]->status());
        }
    }

    /** @dataProvider transports */
    public function testAPositionIsWhereTheNextProcessGoesOn(string $transport): void
    {
        $position = '';
        $this->follow($this->client, $transport, 2, function (Position $last) use (&$position): void {
            $position = (string) $last;
        });
        $this->client->run(self::SECONDS);
        $this->writeBook(5);
        $later = Project::client();
        $heard = [];
        $resumed = $later->subscribe('books', function (Change $change) use (&$heard, &$resumed): void {
            $heard[] = $change->type;
            count($heard) === 4 && $resumed->close();
        }, transport: $transport, after: $position);
        $later->run(self::SECONDS);
        // The deletion that came behind the second change, and the next book.
        self::assertSame(['DELETE', 'INSERT', 'UPDATE', 'DELETE'], $heard);
    }

    /** @dataProvider transports */
    public function testWhoeverSignsInListensAsThemselves(string $transport): void
    {
        $client = Project::client(false);
        $heard = 0;
        $lives = 0;
        $callback = static function (Change $change) use (&$heard, &$subscription, $client): void {
            // The first book comes to the user, who may see it, where the connection goes on.
            if ($change->record['user_id'] !== null) {
                self::assertSame($client->auth->user()['id'], $change->record['user_id']);
                $heard++;
                $subscription->close();
            }
        };
        $onStatus = function (Status $status) use (&$lives, $client): void {
            // The key alone sees no book: policies are for those who are signed in.
            if ($status === Status::Live && ++$lives === 1) {
                $this->writeBook(1);
                $client->auth->signUp(Project::unique('amina') . '@example.com', 'correct horse 1', 'Amina');
            } elseif ($status === Status::Live) {
                $client->from('books')->insert(['title' => Project::unique()]);
            }
        };
        $subscription = $client->subscribe('books', $callback, transport: $transport, onStatus: $onStatus);
        $client->run(self::SECONDS);
        self::assertSame([1, 2], [$heard, $lives]);
    }

    /** @dataProvider transports */
    public function testWhatDoesNotExistIsSaid(string $transport): void
    {
        $this->client->subscribe('boks', static fn (): int => 0, transport: $transport);
        try {
            $this->client->run(self::SECONDS);
            self::fail('There is no such table.');
        } catch (NotFoundException $error) {
            self::assertStringContainsString('boks', $error->getMessage());
        }
    }

    /** @dataProvider transports */
    public function testATableThatIsDeletedEndsItsSubscription(string $transport): void
    {
        $name = str_replace('-', '_', Project::unique('gone'));
        $id = Project::manage('POST', '/tables', ['name' => $name])['id'];
        $reasons = [];
        $onStatus = static function (Status $status, ?\Throwable $error) use ($id, &$reasons): void {
            if ($status === Status::Live) {
                Project::manage('DELETE', "/tables/$id");
            }
            $reasons[] = $error === null ? null : $error::class;
        };
        $this->client->subscribe($name, static fn (): int => 0, transport: $transport, onStatus: $onStatus);
        self::assertFalse($this->client->run(self::SECONDS));
        self::assertSame(NotFoundException::class, end($reasons));
    }

    public function testRunEndsWithItsTimeAndCloseEndsItAtOnce(): void
    {
        $this->client->subscribe('books', static fn (): int => 0);
        self::assertTrue($this->client->run(0.0));
        self::assertTrue($this->client->run(0.1));
        $this->client->subscribe('books', static fn (): int => 0, onStatus: function (Status $status): void {
            $status === Status::Live && $this->client->close();
        });
        self::assertFalse($this->client->run(self::SECONDS));
        self::assertFalse($this->client->run());
    }

    /** @dataProvider signals */
    public function testASignalEndsAWorkerBehindTheCallbackThatRuns(int $signal): void
    {
        $command = [PHP_BINARY, dirname(__DIR__) . '/worker.php', 'websocket', 'slow'];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => STDERR], $pipes);
        self::assertIsResource($process);
        self::assertSame("live\n", fgets($pipes[1]));
        $row = $this->writer->from('entries')->insert(['writer' => 'x']);
        $this->writer->from('entries')->insert(['writer' => 'y']);
        self::assertSame("begins\n", fgets($pipes[1]));
        proc_terminate($process, $signal);
        self::assertStringContainsString($row['id'], (string) fgets($pipes[1]));
        self::assertSame("closed\nended\n", stream_get_contents($pipes[1]));
        self::assertSame(0, proc_close($process));
    }

    /** @return array<string, array{int}> */
    public function signals(): array
    {
        return ['SIGTERM' => [SIGTERM], 'SIGINT' => [SIGINT]];
    }

    private function follow(Client $client, string $transport, int $until, \Closure $onPosition): void
    {
        $heard = 0;
        $callback = static function () use (&$subscription, &$heard, $until): void {
            if (++$heard === $until) {
                $subscription->close();
            }
        };
        $onStatus = function (Status $status): void {
            $status === Status::Live && $this->writeBook(3);
        };
        $subscription = $client->subscribe('books', $callback, ...compact('transport', 'onStatus', 'onPosition'));
    }

    private function writeBook(int $pages): void
    {
        $books = $this->writer->from('books');
        $row = $books->insert(['title' => Project::unique('Book'), 'shelf' => $this->shelf, 'pages' => $pages]);
        $books->update($row['id'], ['pages' => $pages + 1]);
        $books->delete($row['id']);
    }
}
