// Examples of rows: the data API, records, GraphQL, queries and live changes.
import { notifyNow } from '#platform/events/platform-events.ts'
import type { ExampleStage } from './stage.ts'

/** data calls the data API. */
export async function data({ call, secret }: ExampleStage): Promise<void> {
  const body = { title: 'Kusadikika', price: '12.50' }
  const made = await call('POST', '/data/books', { ...secret, body })
  const query = { select: 'id,title,price', price: 'lt.100', order: 'title.asc', limit: 20 }
  await call('GET', '/data/books', { ...secret, query })
  const row = `/data/books/${made.data.id}`
  await call('GET', row, secret)
  await call('PATCH', row, { ...secret, body: { price: '10.00' } })
  await call('DELETE', row, secret)
  await call('POST', `${row}/restore`, secret)
  const cheap = { price: 'lt.100' }
  await call('PATCH', '/data/books', { ...secret, query: cheap, body: { price: '11.00' } })
  await call('DELETE', '/data/books', { ...secret, query: cheap })
  const operations = [{ method: 'POST', table: 'books', body: { title: 'Utengano', price: '9.00' } }]
  await call('POST', '/batch', { ...secret, body: { operations } })
}

/** records calls the routes of records. */
export async function records({ call, below, secret, dashboard }: ExampleStage): Promise<void> {
  const path = `${below}/tables/books/records`
  const body = { data: { title: 'Rosa Mistika', price: '8.00' } }
  const made = await call('POST', path, { ...secret, body })
  await call('GET', path, { ...secret, query: { title: 'Rosa Mistika', limit: 20 } })
  const record = `${path}/${made.data.id}`
  await call('GET', record, secret)
  await call('PATCH', record, { ...secret, body: { data: { price: '7.50' } } })
  await call('DELETE', record, secret)
  await call('POST', `${record}/restore`, secret)
  await call('DELETE', record, secret)
  await call('POST', `${record}/purge`, dashboard)
  const first = await call('POST', path, { ...secret, body })
  const second = await call('POST', path, { ...secret, body: { data: { title: 'Kichwamaji' } } })
  const chosen = { ids: [first.data.id, second.data.id], expected_count: 2 }
  await call('PATCH', path, { ...dashboard, body: { ...chosen, data: { price: '7.00' } } })
  await call('DELETE', path, { ...dashboard, body: chosen })
  await call('POST', `${path}/restore`, { ...dashboard, body: chosen })
  await call('DELETE', path, { ...dashboard, body: chosen })
  await call('POST', `${path}/purge`, { ...dashboard, body: chosen })
  const operations = [{ method: 'POST', table: 'books', body: { title: 'Dunia Mti Mkavu', price: '6.00' } }]
  await call('POST', `${below}/batch`, { ...dashboard, body: { operations } })
  const csv = { raw: 'title,price\nKinjeketile,6.00\n', headers: { 'content-type': 'text/csv' } }
  const file = { ...csv, query: { dry_run: true } }
  await call('POST', `${below}/tables/books/import`, { ...secret, ...file })
  // Again as a dashboard user, whose changes leave entries in the audit log.
  await call('POST', `${below}/tables/books/import`, { ...dashboard, ...csv })
  const query = { format: 'csv', select: 'title,price', order: 'title.asc' }
  await call('GET', `${below}/tables/books/export`, { ...secret, query })
}

/** queries calls GraphQL and the query engine. */
export async function queries(stage: ExampleStage): Promise<void> {
  const { call, below, dashboard, secret } = stage
  const query = 'query ($limit: Int) { books(limit: $limit) { id title price } }'
  await call('POST', `${below}/graphql`, { ...secret, body: { query, variables: { limit: 5 } } })
  const config = {
    columns: ['title', 'price'],
    filters: [{ column: 'price', operator: 'lt', value: '100' }],
    sort: [{ column: 'title', direction: 'asc' }],
    limit: 20,
  }
  const structured = { table_slug: 'books', config }
  await call('POST', `${below}/query/run`, { ...secret, body: structured })
  await call('POST', `${below}/query/preview`, { ...secret, body: structured })
  const sql = 'select title, price from books where price < $1 order by title'
  await call('POST', `${below}/query/exec`, { ...secret, body: { sql, params: ['100'] } })
  await call('POST', `${below}/query/explain`, {
    ...dashboard,
    body: { sql, params: ['100'], analyze: true },
  })
  await cancelQuery(stage)
  const saved = { name: 'Cheap books', sql: 'select title from books where price < :most', folder: 'Sales' }
  const made = await call('POST', `${below}/query/saved`, { ...secret, body: saved })
  await call('GET', `${below}/query/saved`, { ...secret, query: { limit: 20 } })
  const one = `${below}/query/saved/${made.data.id}`
  await call('GET', `${below}/query/folders`, secret)
  await call('PATCH', one, { ...secret, body: { name: 'Very cheap books', folder: 'Sales/Monthly' } })
  await call('POST', `${one}/run`, { ...secret, body: { params: { most: '100' } } })
  await call('DELETE', one, secret)
}

// A query that takes seconds is cancelled while it runs; on a busy machine it may be over before, and is begun again.
async function cancelQuery({ app, call, below, dashboard }: ExampleStage): Promise<void> {
  const sql = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
  for (;;) {
    let over = false
    const body = { sql, query_id: crypto.randomUUID() }
    const answer = app.api('POST', `${below}/query/exec`, { ...dashboard, body }).finally(() => {
      over = true
    })
    const running = `${below}/query/running`
    const list = async () => (await app.api('GET', running, dashboard)).data
    while (!over && (await list()).length === 0);
    await call('GET', running, dashboard)
    const one = `${running}/${body.query_id}`
    const cancelled = await call('DELETE', one, dashboard).catch(() => undefined)
    await answer
    if (cancelled !== undefined) return
  }
}

/** live calls the routes of live changes, but the stream itself. */
export async function live({ call, below, dashboard, secret }: ExampleStage): Promise<void> {
  const realtime = `${below}/realtime`
  await call('GET', `${realtime}/settings`, dashboard)
  await call('PUT', `${realtime}/settings`, { ...dashboard, body: { broadcast_deletes: true } })
  const channel = await call('POST', `${realtime}/channels`, { ...dashboard, body: { name: 'lobby' } })
  await call('GET', `${realtime}/channels`, dashboard)
  const one = `${realtime}/channels/${channel.data.id}`
  await call('PATCH', one, { ...dashboard, body: { enabled: false } })
  await call('DELETE', one, dashboard)
  await call('POST', `${realtime}/connect`, { ...secret, query: { table: ['books'] } })
  const token = await call('POST', `${realtime}/token`, { ...dashboard, body: { table: 'books' } })
  await call('DELETE', `${realtime}/token/${token.data.id}`, dashboard)
  const question = { table: 'books', type: 'INSERT', key: 'secret', row: { title: 'Utengano' } }
  await call('POST', `${realtime}/explain`, { ...dashboard, body: question })
}

/** observed calls the routes of the server's health, the request log and the audit log. */
export async function observed({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  for (const path of ['//healthz', '//livez', '//readyz']) await call('GET', path)
  await call('GET', '//healthz/realtime')
  await app.platform.jobs.drain()
  const logged = await call('GET', `${below}/request-logs`, { ...dashboard, query: { limit: 20 } })
  await call('GET', `${below}/request-logs/${logged.data[0].id}`, dashboard)
  await call('GET', `${below}/request-logs/histogram`, {
    ...dashboard,
    query: { buckets: 10, status: '4xx' },
  })
  await call('GET', `${below}/usage`, { ...dashboard, query: { limit: 1 } })
  const made = { type: 'webhook.disabled', projectId: below.slice('/projects/'.length) } as const
  const message = 'The webhook Orders was disabled. The receiver answered 410 Gone.'
  await notifyNow(app.platform, { ...made, message, data: { webhook_id: crypto.randomUUID() } })
  const events = await call('GET', '/events/history', { ...dashboard, query: { limit: 1 } })
  await call('GET', '/me/notifications/history', { ...dashboard, query: { limit: 1 } })
  await call('POST', `/me/notifications/${events.data[0].id}/read`, dashboard)
  await call('POST', '/me/notifications/read', { ...dashboard, body: {} })
  const body = { muted: ['project.deleted'], digest: 'daily' }
  await call('PATCH', '/me/notifications/preferences', { ...dashboard, body })
  await call('GET', '/me/notifications/preferences', dashboard)
  await call('GET', '/audit-logs', { ...dashboard, query: { limit: 20 } })
}
