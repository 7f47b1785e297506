<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** QueryEngine reads several tables at once: structured queries, read-only SQL, and saved queries. */
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

    /**
     * runSaved runs a query that is saved in the project.
     *
     * @param array<string, mixed> $params the values of its parameters
     */
    public function runSaved(string $id, array $params = []): QueryResult
    {
        $body = $params === [] ? (object) [] : ['params' => $params];
        return $this->post('/query/saved/' . rawurlencode($id) . '/run', $body);
    }

    /** @param array<string, mixed>|object $body */
    private function post(string $route, array|object $body): QueryResult
    {
        $data = $this->api->send(Request::json('POST', $this->api->path($route), $body))->array();
        $truncated = $data['truncated'] ?? false;
        return new QueryResult($data['columns'], $data['rows'], $data['total'], $data['sql'], $truncated);
    }
}
