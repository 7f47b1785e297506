<?php

// The process of a Peer: one connection after the other, each by its steps.

declare(strict_types=1);

[, $log, $certificate] = $argv;
$connections = unserialize(base64_decode((string) stream_get_contents(STDIN)));
$context = stream_context_create(['ssl' => ['local_cert' => $certificate]]);
$address = ($certificate === '' ? 'tcp' : 'tls') . '://127.0.0.1:0';
$server = stream_socket_server($address, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
$port = substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
echo "$port\n";

$note = static function (int $number, string $bytes) use ($log): string {
    file_put_contents($log, "$number " . base64_encode($bytes) . "\n", FILE_APPEND);
    return $bytes;
};
$readThrough = static function ($socket, string $mark): string {
    for ($bytes = ''; !str_contains($bytes, $mark) && ($byte = fread($socket, 1)) !== false && $byte !== '';) {
        $bytes .= $byte;
    }
    return $bytes;
};
$readFrame = static function ($socket): string {
    $exactly = static fn (int $count): string => $count === 0 ? '' : (string) stream_get_contents($socket, $count);
    $head = $exactly(2);
    if (strlen($head) < 2) {
        return '';
    }
    $length = ord($head[1]) & 0x7F;
    $length = match ($length) {
        126 => unpack('n', $exactly(2))[1],
        127 => unpack('J', $exactly(8))[1],
        default => $length,
    };
    $isMasked = (ord($head[1]) & 0x80) !== 0;
    $mask = $isMasked ? $exactly(4) : "\0\0\0\0";
    $payload = $exactly($length) ^ str_repeat($mask, intdiv($length, 4) + 1);
    return sprintf('[%s%x]', $isMasked ? 'masked ' : '', ord($head[0])) . $payload;
};

foreach ($connections as $number => $steps) {
    do {
        $socket = @stream_socket_accept($server, 60);
    } while ($socket === false && $certificate !== '');
    if ($socket === false) {
        exit(1);
    }
    foreach ($steps as [$step, $what]) {
        $bytes = str_replace('%PORT%', $port, is_string($what) ? $what : '');
        switch ($step) {
            case 'await':
                $note($number, $readThrough($socket, $bytes));
                break;
            case 'send':
                @fwrite($socket, $bytes);
                break;
            case 'drip':
                foreach (str_split($bytes) as $byte) {
                    @fwrite($socket, $byte);
                    usleep(200);
                }
                break;
            case 'frames':
                for ($left = $what; $left > 0; $left--) {
                    $note($number, $readFrame($socket));
                }
                break;
            case 'handshake':
                $request = $note($number, $readThrough($socket, "\r\n\r\n"));
                preg_match('/^Sec-WebSocket-Key: (\S+)/mi', $request, $match);
                $accept = base64_encode(sha1($match[1] . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', true));
                fwrite($socket, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
                fwrite($socket, "Sec-WebSocket-Accept: $accept\r\n\r\n");
                break;
            case 'hold':
                while (($more = fread($socket, 8192)) !== false && $more !== '') {
                    $note($number, $more);
                }
                break;
        }
    }
    fclose($socket);
}
// What comes behind the script is refused.
fclose($server);
sleep(60);
