<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** QueryEngine reads several tables at once: structured queries, and read-only SQL. */
final readonly class QueryEngine
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /**
     * run runs a structured query.
     *
     * @param array<string, mixed> $config that of docs/query.md
     */
    public function run(string $table, array $config = []): QueryResult
    {
        return $this->post('/query/run', ['table_slug' => $table, 'config' => (object) $config]);
    }

    /**
     * exec runs one SELECT, WITH or VALUES of up to 8,000 characters.
     *
     * @param array<mixed> $params the values of $1, $2, …, or of :names
     */
    public function exec(string $sql, array $params = []): QueryResult
    {
        return $this->post('/query/exec', ['sql' => $sql] + ($params === [] ? [] : ['params' => $params]));
    }

    /** @param array<string, mixed> $body */
    private function post(string $route, array $body): QueryResult
    {
        $data = $this->api->send(Request::json('POST', $this->api->path($route), $body))->array();
        $truncated = $data['truncated'] ?? false;
        return new QueryResult($data['columns'], $data['rows'], $data['total'], $data['sql'], $truncated);
    }
}
