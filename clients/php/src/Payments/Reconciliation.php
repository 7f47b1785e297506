<?php

declare(strict_types=1);

namespace Msingi\Payments;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Reconciliation compares payments with what the providers say, with a secret key. */
final readonly class Reconciliation
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /**
     * report returns the differences that are open, or those that are closed, with the totals of a time in ISO 8601.
     *
     * @param string|null $environment `sandbox` or `live`
     * @param string|null $state `open` or `closed`
     * @return array<string, mixed> with `totals` and `differences`
     */
    public function report(
        ?string $from = null,
        ?string $to = null,
        ?string $environment = null,
        ?string $state = null,
    ): array {
        return $this->send('GET', '', query: compact('from', 'to', 'environment', 'state'));
    }

    /**
     * close closes differences, all or none.
     *
     * @param list<string> $ids
     * @param string $note why it is well
     * @return list<array<string, mixed>>
     */
    public function close(array $ids, string $note): array
    {
        return $this->send('POST', '/close', compact('ids', 'note'));
    }

    /**
     * importStatement settles payments by a provider's statement. The same may be imported again.
     *
     * @param string $csv as the provider exports it
     * @param string|null $environment `sandbox` or `live`; by default the one that is set
     * @param string|null $dates `dmy`, `mdy` or `ymd`, where the dates can be read in two ways
     * @return array<string, mixed> with `id`, `counts` by outcome, and `others`: lines neither settled nor matched
     */
    public function importStatement(
        string $provider,
        string $csv,
        ?string $environment = null,
        ?string $dates = null,
    ): array {
        return $this->send('POST', '/statements', compact('provider', 'csv', 'environment', 'dates'));
    }

    /**
     * imports returns the statements that were imported, the latest first.
     *
     * @return list<array<string, mixed>>
     */
    public function imports(): array
    {
        return $this->send('GET', '/imports');
    }

    /**
     * getImport returns one of them, with the lines that were not taken.
     *
     * @return array<string, mixed>
     */
    public function getImport(string $id): array
    {
        return $this->send('GET', '/imports/' . rawurlencode($id));
    }

    /** undoImport deletes the lines of an import. Payments that it has completed stay completed. */
    public function undoImport(string $id): void
    {
        $this->api->send(new Request('DELETE', $this->path('/imports/' . rawurlencode($id))));
    }

    /**
     * @param array<string, mixed>|null $body null leaves a member out
     * @param array<string, scalar|null> $query
     * @return array<mixed>
     */
    private function send(string $method, string $route, ?array $body = null, array $query = []): array
    {
        $body = $body === null ? null : Request::given($body);
        $request = Request::json($method, $this->path($route), $body, Request::pairs($query));
        return $this->api->send($request)->array();
    }

    private function path(string $route): string
    {
        return $this->api->path("/payments/reconciliation$route");
    }
}
