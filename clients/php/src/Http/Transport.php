<?php

declare(strict_types=1);

namespace Msingi\Http;

use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Options;

/**
 * Transport sends requests over connections that it keeps, verifies certificates and follows no redirects. Requests
 * that may be repeated are, where the server could not be reached or says that it is too busy.
 *
 * @internal
 */
final class Transport
{
    private const FIRST_WAIT = 0.2;
    private const LONGEST_WAIT = 10.0;
    private const MOST_BYTES = 256 * 1024 * 1024;
    private const TRY_AGAIN = [408, 423, 429, 502, 503, 504];

    private ?\CurlHandle $idle = null;

    public function __construct(private readonly string $base)
    {
    }

    /**
     * send returns the response of a success.
     *
     * @param array<string, string> $credentials headers
     * @throws MsingiException
     */
    public function send(Request $request, #[\SensitiveParameter] array $credentials, Options $options): Response
    {
        $backoff = new Backoff(self::FIRST_WAIT, self::LONGEST_WAIT);
        for ($attempts = 1;; $attempts++) {
            try {
                return $this->attempt($request, $credentials, $options);
            } catch (MsingiException $error) {
                $wait = $backoff->next($error->retryAfter);
                $isLast = $attempts > $options->retries || $wait > self::LONGEST_WAIT;
                // Bytes that a stream has taken cannot be taken back.
                $isBegun = $request->sink !== null && $error->status === 0;
                if ($isLast || $isBegun || !$request->isRepeatable() || !self::passes($error)) {
                    throw $error;
                }
                usleep((int) ($wait * 1e6));
            }
        }
    }

    private static function passes(MsingiException $error): bool
    {
        return ($error instanceof ConnectionException && $error->status === 0)
            || in_array($error->status, self::TRY_AGAIN, true)
            || $error->code === 'still_running';
    }

    /** @param array<string, string> $credentials */
    private function attempt(Request $request, #[\SensitiveParameter] array $credentials, Options $options): Response
    {
        // A handle that is at work, for a request within a callback, is not used by another.
        $curl = $this->idle ?? curl_init();
        $this->idle = null;
        try {
            return self::perform($curl, $this->settings($request, $credentials, $options), $request);
        } finally {
            curl_reset($curl);
            $this->idle = $curl;
        }
    }

    /** @param array<int, mixed> $settings */
    private static function perform(
        \CurlHandle $curl,
        #[\SensitiveParameter] array $settings,
        Request $request,
    ): Response {
        $status = 0;
        $headers = [];
        $settings[CURLOPT_HEADERFUNCTION] = static function ($curl, string $line) use (&$status, &$headers): int {
            if (preg_match('#^HTTP/\S+ (\d{3})#', $line, $match) === 1) {
                [$status, $headers] = [(int) $match[1], []];
            } elseif (($colon = strpos($line, ':')) !== false) {
                $name = strtolower(substr($line, 0, $colon));
                $value = trim(substr($line, $colon + 1));
                $headers[$name] = isset($headers[$name]) ? "{$headers[$name]}, $value" : $value;
            }
            return strlen($line);
        };
        $body = '';
        $take = static function (string $bytes) use (&$status, &$body, $request): int {
            $isSuccess = $status >= 200 && $status < 300;
            if ($isSuccess && $request->sink instanceof \Closure) {
                ($request->sink)($bytes);
                return strlen($bytes);
            }
            if ($isSuccess && $request->sink !== null) {
                return (int) fwrite($request->sink, $bytes);
            }
            $most = $isSuccess && $request->isTransfer ? PHP_INT_MAX : self::MOST_BYTES;
            if (strlen($bytes) > $most - strlen($body)) {
                throw new ConnectionException('The server sends more than ' . self::MOST_BYTES . ' bytes.', $status);
            }
            $body .= $bytes;
            return strlen($bytes);
        };
        $thrown = null;
        $settings[CURLOPT_WRITEFUNCTION] = static function ($curl, $bytes) use ($take, &$thrown): int {
            try {
                return $take($bytes);
            } catch (\Throwable $error) {
                // curl would go on reading: only a return value ends it.
                $thrown = $error;
                return -1;
            }
        };
        curl_setopt_array($curl, $settings);
        $isReceived = curl_exec($curl);
        if ($thrown !== null) {
            throw $thrown;
        }
        if (curl_errno($curl) === CURLE_WRITE_ERROR) {
            throw new \RuntimeException('The stream that the file goes to cannot be written to.');
        }
        if ($isReceived === false) {
            throw new ConnectionException('The server cannot be reached: ' . curl_error($curl) . '.');
        }
        $response = new Response($status, $headers, $body);
        return $status >= 200 && $status < 300 ? $response : throw MsingiException::of($response);
    }

    /**
     * @param array<string, string> $credentials
     * @return array<int, mixed>
     */
    private function settings(Request $request, #[\SensitiveParameter] array $credentials, Options $options): array
    {
        $timeout = $request->timeout ?? $options->timeout;
        $settings = [
            CURLOPT_URL => $request->url($this->base),
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_CONNECTTIMEOUT_MS => (int) ceil($options->connectTimeout * 1000),
        ];
        if ($request->isTransfer) {
            $settings += [CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => (int) ceil($timeout)];
        } else {
            // Files are left as they are stored; all else may come compressed.
            $settings += [CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000), CURLOPT_ENCODING => ''];
        }
        if ($options->caFile !== null) {
            $settings[CURLOPT_CAINFO] = $options->caFile;
        }
        if ($request->method === 'HEAD') {
            $settings[CURLOPT_NOBODY] = true;
        }
        $headers = $request->headers();
        $lines = self::lines($headers + $credentials);
        $text = $request->text();
        if ($text !== null) {
            $settings[CURLOPT_POSTFIELDS] = $text;
            // Otherwise curl calls every body a form, and asks first whether a large one is welcome.
            $lines[] = 'Expect:';
            if (!isset($headers['content-type'])) {
                $lines[] = 'Content-Type:';
            }
        } elseif ($request->source !== null) {
            $settings += self::uploadSettings($request->source);
        }
        $settings[CURLOPT_HTTPHEADER] = $lines;
        return $settings;
    }

    /** @return array<int, mixed> */
    private static function uploadSettings(Source $source): array
    {
        ['stream' => $stream, 'from' => $from, 'size' => $rest] = get_object_vars($source);
        if (fseek($stream, $from) !== 0) {
            throw new \InvalidArgumentException('The stream cannot be read from its beginning.');
        }
        return [
            CURLOPT_UPLOAD => true,
            CURLOPT_INFILESIZE => $rest,
            CURLOPT_READFUNCTION => static function ($curl, $file, int $length) use ($stream, &$rest): string {
                $bytes = $rest === 0 ? '' : (string) fread($stream, min($length, $rest));
                $rest -= strlen($bytes);
                return $bytes;
            },
        ];
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(#[\SensitiveParameter] array $headers): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            // curl leaves out a header without a value, unless it ends so.
            $lines[] = $value === '' ? "$name;" : "$name: $value";
        }
        return $lines;
    }
}
