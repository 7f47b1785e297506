// The baseline: what one would write by hand with node:http and pg, without row-level security, keys, limits or logs.
// It asks the very same table for the same rows, and PostgreSQL writes the JSON here as well. The limit is no
// parameter, with which PostgreSQL would plan each request anew: the baseline must not be weaker than it need be.
import http from 'node:http'
import pg from 'pg'

const { BARE_PORT, BARE_DATABASE, BARE_TABLE, BARE_POOL, BARE_QUERIES } = process.env
const pool = new pg.Pool({
  ...JSON.parse(BARE_DATABASE as string),
  max: Number(BARE_POOL),
  // Queries name their tables as /query/preview writes them, without a schema.
  options: `-c search_path=${(BARE_TABLE as string).split('.')[0]}`,
})

const COLUMNS = 'name, price, in_stock, note'
const GET = `select row_to_json(t)::text as json from ${BARE_TABLE} t where id = $1 and deleted_at is null`
const LIST = `select '[' || coalesce(string_agg(row_to_json(p)::text, ','), '') || ']' as json from
  (select t.* from ${BARE_TABLE} t where deleted_at is null order by created_at desc, id desc limit 50) p`
const INSERT = `insert into ${BARE_TABLE} as t (${COLUMNS}) values ($1, $2, $3, $4)
  returning row_to_json(t)::text as json`

const queries = (JSON.parse(BARE_QUERIES ?? '[]') as string[]).map(
  (sql) => `select '[' || coalesce(string_agg(row_to_json(q)::text, ','), '') || ']' as json from (${sql}) q`,
)

async function answer(request: http.IncomingMessage): Promise<[number, string | undefined]> {
  const [path = '', parameters] = (request.url as string).split('?')
  const id = path.split('/')[5]
  if (path.endsWith('/query/run')) {
    JSON.parse(await body(request))
    const number = Number(new URLSearchParams(parameters).get('case'))
    // Sent as it is: PostgreSQL plans it for its values each time, as it does for parameters.
    return [200, (await pool.query<{ json: string }>(queries[number] as string)).rows[0]?.json]
  }
  if (path.endsWith('/graphql')) {
    JSON.parse(await body(request))
    const number = new URLSearchParams(parameters).get('case')
    return [200, await one(`graphql ${number}`, queries[Number(number)] as string, [])]
  }
  if (request.method === 'POST') {
    const { name, price, in_stock, note } = JSON.parse(await body(request))
    return [201, await one('insert', INSERT, [name, price, in_stock, note])]
  }
  if (path === '/healthz') return [200, 'null']
  if (id === undefined) return [200, await one('list', LIST, [])]
  return [200, await one('get', GET, [id])]
}

async function one(name: string, text: string, values: unknown[]): Promise<string | undefined> {
  const { rows } = await pool.query<{ json: string }>({ name, text, values })
  return rows[0]?.json
}

async function body(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const server = http.createServer(async (request, response) => {
  try {
    const [status, data] = await answer(request)
    const text = `{"success":true,"data":${data}}`
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(BARE_PORT), '127.0.0.1')
process.on('disconnect', () => process.exit(0))
