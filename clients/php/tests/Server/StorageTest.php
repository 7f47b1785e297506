<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Client;
use Msingi\Exception\ConflictException;
use Msingi\Exception\MsingiException;
use Msingi\Exception\NotFoundException;
use Msingi\Session\MemoryStore;
use Msingi\Storage\Bucket;
use Msingi\Tests\Project;
use PHPUnit\Framework\TestCase;

/** Files on a real server. */
final class StorageTest extends TestCase
{
    private const MB = 1024 * 1024;

    private Client $client;
    private string $slug;
    private Bucket $bucket;

    protected function setUp(): void
    {
        $this->client = Project::client();
        $this->slug = $this->client->storage->createBucket(Project::unique('docs'), isPublic: true)['slug'];
        $this->bucket = $this->client->storage->from($this->slug);
    }

    protected function tearDown(): void
    {
        $this->client->storage->deleteBucket($this->slug, force: true);
    }

    public function testBucketsAreMadeListedAndDeleted(): void
    {
        $storage = $this->client->storage;
        self::assertContains($this->slug, array_column($storage->listBuckets(), 'slug'));
        self::assertTrue($storage->getBucket($this->slug)['is_public']);
        $empty = $storage->createBucket(Project::unique('empty'))['id'];
        $storage->deleteBucket($empty);
        $this->expectException(NotFoundException::class);
        $storage->getBucket($empty);
    }

    public function testAFileIsStoredListedMovedCopiedAndRemoved(): void
    {
        $name = 'ripoti/Mei é 1.txt';
        $stored = $this->bucket->upload($name, 'habari', 'text/plain', 'max-age=60', ['place' => 'Dodoma é']);
        self::assertSame([6, 'text/plain'], [$stored['size'], $stored['mime_type']]);
        self::assertSame(['place' => 'Dodoma é'], $stored['metadata']);
        self::assertSame($stored['id'], $this->bucket->get($name)['id']);
        self::assertSame('habari', $this->bucket->download($name));
        self::assertSame('aba', $this->bucket->download($name, range: '1-3'));
        try {
            $this->bucket->upload($name, 'x');
            self::fail('The name was taken.');
        } catch (ConflictException) {
            $this->bucket->upload($name, 'gani', 'text/plain', overwrite: true);
        }
        $this->bucket->copy($name, 'copy.txt');
        $this->bucket->move('copy.txt', 'b.txt');
        $listing = $this->bucket->list(delimiter: '/', limit: 1);
        self::assertSame(['b.txt'], array_column($listing->entries, 'name'));
        $next = $this->bucket->list(delimiter: '/', cursor: $listing->next);
        self::assertSame(['folder'], array_column($next->entries, 'type'));
        $this->bucket->remove($name, 'b.txt', 'nothing');
        self::assertSame([], $this->bucket->list()->entries);
        $this->expectException(NotFoundException::class);
        $this->bucket->download($name);
    }

    /** @dataProvider types */
    public function testATextIsOneAndBytesAreLookedAt(string $body, string $type): void
    {
        self::assertSame($type, $this->bucket->upload('a', $body)['mime_type']);
        self::assertSame($type, $this->bucket->upload('b', $body, resumable: true)['mime_type']);
        self::assertSame('text/css', $this->bucket->upload('c', 'a {}', 'text/css')['mime_type']);
    }

    /** @return array<string, array{string, string}> */
    public function types(): array
    {
        return [
            'a text' => ["habari\té\n", 'text/plain'],
            'one that ends its head within a character' => [str_repeat('é', 3000) . 'a', 'text/plain'],
            'XML' => ['<?xml version="1.0"?><a/>', 'text/plain'],
            'a PDF in ASCII' => ["%PDF-1.3\n1 0 obj\n", 'application/pdf'],
            'bytes' => ["a\x00b", 'application/octet-stream'],
            'Latin 1' => ["caf\xe9", 'application/octet-stream'],
        ];
    }

    public function testStreamsGoBothWays(): void
    {
        [$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: [];
        fwrite($writer, 'from a pipe');
        fclose($writer);
        $this->bucket->upload('pipe.txt', $reader);
        $part = fopen('php://memory', 'w+b');
        fwrite($part, 'the rest of a stream');
        fseek($part, 4);
        $this->bucket->upload('rest.txt', $part);
        $sink = fopen('php://memory', 'w+b');
        $this->bucket->downloadTo('pipe.txt', $sink);
        $this->bucket->downloadTo('rest.txt', $sink);
        rewind($sink);
        self::assertSame('from a piperest of a stream', stream_get_contents($sink));
    }

    public function testAStreamThatTakesNothingIsSaid(): void
    {
        $this->bucket->upload('a', 'habari');
        $this->expectExceptionMessage('cannot be written to');
        $this->bucket->downloadTo('a', fopen('php://memory', 'rb'));
    }

    public function testADownloadToAFileIsWholeOrNotThere(): void
    {
        $folder = sys_get_temp_dir() . '/' . Project::unique('msingi');
        mkdir($folder);
        try {
            $this->bucket->upload('a', 'habari');
            $this->bucket->downloadTo('a', "$folder/a");
            self::assertSame('habari', file_get_contents("$folder/a"));
            try {
                $this->bucket->downloadTo('nothing', "$folder/b");
                self::fail('There is nothing.');
            } catch (NotFoundException $error) {
                self::assertStringContainsString('nothing', $error->getMessage());
            }
            self::assertSame(['a'], array_values(array_diff(scandir($folder) ?: [], ['.', '..'])));
        } finally {
            @unlink("$folder/a");
            rmdir($folder);
        }
    }

    public function testALargeFileGoesInPiecesAndGoesOnWhereItStood(): void
    {
        $path = (string) tempnam(sys_get_temp_dir(), 'msingi');
        file_put_contents($path, random_bytes(self::MB) . str_repeat('0123456789abcdef', 17 * self::MB / 16));
        try {
            $store = new MemoryStore();
            $seen = [];
            $stopping = static function (int $sent) use (&$seen): void {
                $seen[] = $sent;
                $sent > 0 && throw new \DomainException('enough');
            };
            $bucket = Project::client(store: $store)->storage->from($this->slug);
            try {
                $bucket->uploadFile('film', $path, onProgress: $stopping);
                self::fail('It was not stopped.');
            } catch (\DomainException) {
                self::assertSame([0, 16 * self::MB], $seen);
            }
            $seen = [];
            $watching = static function (int $sent, int $size) use (&$seen): void {
                $seen[] = $size - $sent;
            };
            $bucket = Project::client(store: $store)->storage->from($this->slug);
            $stored = $bucket->uploadFile('film', $path, onProgress: $watching);
            self::assertSame([2 * self::MB, 0], $seen);
            self::assertSame(hash_file('sha256', $path), $stored['checksum']);
            try {
                $bucket->uploadFile('film', $path);
                self::fail('The name was taken.');
            } catch (ConflictException) {
                self::assertSame($stored['id'], $bucket->uploadFile('film', $path, overwrite: true)['id']);
            }
        } finally {
            unlink($path);
        }
    }

    public function testSignedAddressesNeedNoCredentials(): void
    {
        $signed = $this->bucket->createSignedUploadUrl('three', size: 5, contentType: 'text/plain');
        $guest = Project::client(false)->storage->from($this->slug);
        self::assertSame('three', $guest->uploadToSignedUrl($signed['url'], 'third', 'text/plain')['name']);
        try {
            $guest->uploadToSignedUrl($signed['url'], 'third', 'text/plain');
            self::fail('It works once.');
        } catch (MsingiException $error) {
            self::assertGreaterThanOrEqual(400, $error->status);
        }
        $url = $this->bucket->createSignedUrl('three', expiresIn: 60, download: 'name.txt')['url'];
        self::assertSame('third', file_get_contents($url));
        $this->bucket->upload('four', 'fourth');
        $urls = array_column($this->bucket->createSignedUrls(['four', 'three'], expiresIn: 60), 'url');
        self::assertSame(['fourth', 'third'], array_map(file_get_contents(...), $urls));
        self::assertSame('third', file_get_contents($this->bucket->publicUrl($this->bucket->get('three'))));
    }

    public function testAnImageComesInAnotherSize(): void
    {
        $pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
        $this->bucket->upload('pixel.png', (string) base64_decode($pixel), 'image/png');
        $size = ['width' => 4, 'format' => 'webp'];
        $url = $this->bucket->imageUrl($this->bucket->get('pixel.png'), $size);
        foreach ([$this->bucket->image('pixel.png', $size), (string) file_get_contents($url)] as $image) {
            self::assertStringStartsWith('RIFF', $image);
        }
    }
}
