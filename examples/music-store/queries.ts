// The queries that the example shows, each as a curl command with its response.
import type { Dataset } from './data.ts'
import { type Call, curlOf, describe, refusal, request, UnexpectedAnswer } from './http.ts'
import { heading, indent, type Rows, tableOf } from './print.ts'
import type { Project } from './setup.ts'

/** Show is the server, the project, its data, and where to write. */
export interface Show {
  readonly base: string
  readonly project: Project
  readonly data: Dataset
  readonly say: (text: string) => void
}

type Query = Readonly<Record<string, string>>

/** showQueries runs queries with the secret key, which sees everything. */
export async function showQueries(show: Show): Promise<void> {
  const { data, project } = show
  const list = (table: string, query: Query) => get(project.secretKey, table, query)
  const beethoven = data.composers.find(({ name }) => name === 'Ludwig van Beethoven')?.id ?? ''

  show.say(heading('Filter, order, choose columns: the first works of Beethoven'))
  await showRows(
    show,
    list('works', { composer_id: `eq.${beethoven}`, order: 'year.asc', select: 'title,year', limit: '5' }),
  )

  show.say(heading('One of several values: works for the stage, the newest first'))
  const stage = { form: 'in.(opera,ballet)', year: 'gte.1900', order: 'year.desc' }
  await showRows(show, list('works', { ...stage, select: 'title,form,year', limit: '5' }))

  show.say(heading('A pattern, without regard to case: sonatas'))
  const sonatas = { title: 'ilike.%sonata%', order: 'title.asc', select: 'title,catalogue,year', limit: '5' }
  await showRows(show, list('works', sonatas))

  show.say(heading('Nothing there: composers who are alive'))
  await showRows(show, list('composers', { died: 'is.null', select: 'name,born,country' }))

  show.say(heading('Only the number: orders that have been shipped'))
  const shipped = data.orders.filter(({ status }) => status === 'shipped').length
  await showCount(show, list('orders', { status: 'eq.shipped', count: 'exact' }), shipped)

  await showPages(show)
}

// The body of a list has rows only; the cursor of the next page is in a header.
async function showPages({ base, project, say }: Show): Promise<void> {
  const query = { order: 'created_at.asc', select: 'id,name,city', limit: '3' }
  say(heading('Page by page: the header X-Next-Cursor of one page is the cursor of the next'))
  const first = get(project.secretKey, 'customers', query)
  const { headers, data } = await request<Rows>(base, first)
  const cursor = headers.get('x-next-cursor')
  say(indent(curlOf(base, first, '-s -i')))
  say(indent(`\nX-Next-Cursor: ${cursor}\n${tableOf(data)}\n`))
  if (cursor === null) throw new UnexpectedAnswer(base, first, 'There is no X-Next-Cursor in the answer.')

  const next = get(project.secretKey, 'customers', { ...query, cursor })
  const second = await request<Rows>(base, next)
  say(indent(`${curlOf(base, next)}\n\n${tableOf(second.data)}`))
  const seen = new Set([...data, ...second.data].map(({ id }) => id))
  if (seen.size !== 6) throw new UnexpectedAnswer(base, next, 'The two pages should hold six customers.')
}

/** showPolicies shows what the policies allow the publishable key, and what they do not. */
export async function showPolicies(show: Show): Promise<void> {
  const { base, project, data, say } = show
  const key = project.publishableKey

  say(heading('With the publishable key: works are public'))
  await showRows(
    show,
    get(key, 'works', { year: 'gte.1975', order: 'year.asc', select: 'title,year', limit: '3' }),
  )

  const inStock = data.albums.filter(({ in_stock }) => in_stock).length
  say(heading(`With the publishable key: of ${data.albums.length} albums, only those in stock`))
  await showCount(show, get(key, 'albums', { count: 'exact' }), inStock)

  for (const table of ['customers', 'orders']) {
    say(heading(`With the publishable key: no policy, no ${table}`))
    const rows = await showRows(show, get(key, table, { limit: '5' }))
    if (rows.length > 0) throw new Error(`The publishable key should not see ${table}.`)
  }

  say(heading('With the publishable key: a write is refused'))
  const body = { name: 'Nobody', born: 1900, country: 'Nowhere' }
  const write: Call = { method: 'POST', path: '/api/v1/data/composers', key, body }
  const refused = await refusal(base, write)
  if (refused.status !== 403)
    throw new UnexpectedAnswer(base, write, `403 was expected. ${describe(refused)}`)
  say(indent(`${curlOf(base, write)}\n\n${describe(refused)}`))
}

function get(key: string, table: string, query: Query): Call {
  return { method: 'GET', path: `/api/v1/data/${table}`, query, key }
}

async function showRows({ base, say }: Show, call: Call): Promise<Rows> {
  const { data } = await request<Rows>(base, call)
  say(indent(`${curlOf(base, call)}\n\n${tableOf(data)}`))
  return data
}

async function showCount({ base, say }: Show, call: Call, expected: number): Promise<void> {
  const { data } = await request<{ count: number }>(base, call)
  say(indent(`${curlOf(base, call)}\n\n${tableOf([data])}`))
  if (data.count !== expected)
    throw new UnexpectedAnswer(base, call, `${expected} was expected, not ${data.count}.`)
}
