// What the bench asks of Msingi over its API before it measures: an account, projects, tables, rows.

/** Account is somebody signed in to the dashboard of one server. */
export interface Account {
  readonly email: string
  /** api calls Msingi and gives the data of its answer, or throws what it said. */
  api<Data>(method: string, route: string, body?: unknown): Promise<Data>
}

/** BenchProject is a project with a table of products under policies, and its secret key. */
export interface BenchProject {
  readonly id: string
  readonly key: string
  /** table is what PostgreSQL calls the table. */
  readonly table: string
}

// Access tokens live for a quarter of an hour, and thousands of projects may take longer.
const TOKEN_MS = 10 * 60_000

/** PASSWORD is that of every account and user. */
export const PASSWORD = 'a bench password 1'

/** signUp makes an account. */
export async function signUp(base: () => string): Promise<Account> {
  const email = `bench-${Date.now()}@example.com`
  const enter = async (route: string, more: object) => {
    const data = await call<Tokens>(base(), 'POST', route, {}, { email, password: PASSWORD, ...more })
    return { token: data.tokens.access_token, at: Date.now() }
  }
  let session = await enter('/auth/register', { full_name: 'Bench' })
  return {
    email,
    async api(method, route, body) {
      if (Date.now() - session.at > TOKEN_MS) session = await enter('/auth/login', {})
      return call(base(), method, route, { authorization: `Bearer ${session.token}` }, body)
    },
  }
}

interface Tokens {
  readonly tokens: { readonly access_token: string }
}

/** createProject makes a project with the table that the measurements read and write. */
export async function createProject(account: Account): Promise<BenchProject> {
  const id = await addProject(account)
  const key = await addKey(account, id)
  const table = await addTable(account, id)
  // A policy beside the default, so that row-level security has something to decide.
  const policy = { action: 'select', subject: 'api_key', effect: 'allow', condition: 'price >= 0' }
  await account.api('POST', `/projects/${id}/tables/${table}/rls`, policy)
  return { id, key, table: `p_${id.replaceAll('-', '')}.products` }
}

/** addProject makes a project and gives its id. */
export async function addProject(account: Account): Promise<string> {
  return (await account.api<{ id: string }>('POST', '/projects', { name: 'Bench' })).id
}

/** addKey makes a secret key of a project. */
export async function addKey(account: Account, projectId: string): Promise<string> {
  const route = `/projects/${projectId}/api-keys`
  return (await account.api<{ key: string }>('POST', route, { name: 'bench' })).key
}

const COLUMNS = [
  { name: 'name', data_type: 'string', required: true },
  { name: 'price', data_type: 'integer', required: true },
  { name: 'in_stock', data_type: 'boolean' },
  { name: 'note', data_type: 'text' },
]

/** addTable makes the table of products and gives its id. */
export async function addTable(account: Account, projectId: string): Promise<string> {
  const body = { name: 'products', columns: COLUMNS }
  return (await account.api<{ id: string }>('POST', `/projects/${projectId}/tables`, body)).id
}

const BULK = 1000

/** addProducts inserts so many rows and gives their ids. */
export function addProducts(base: string, key: string, count: number): Promise<string[]> {
  return addRows(base, key, 'products', count, product)
}

/** addRows inserts so many rows into a table and gives their ids. */
export async function addRows(
  base: string,
  key: string,
  table: string,
  count: number,
  row: (n: number) => object,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < count; from += BULK) {
    const rows = Array.from({ length: Math.min(BULK, count - from) }, (_, i) => row(from + i))
    const headers = { 'x-platform-api-key': key }
    const inserted = await call<{ id: string }[]>(base, 'POST', `/data/${table}`, headers, rows)
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/** addUsers signs up so many end users of a project, a few at a time, and gives what they sign in with. */
export async function addUsers(
  base: string,
  { id, key }: BenchProject,
  count: number,
): Promise<{ email: string; password: string }[]> {
  const users = Array.from({ length: count }, (_, n) => {
    return { email: `user-${n}@example.com`, password: PASSWORD }
  })
  let next = 0
  const signUps = async () => {
    for (let n = next++; n < count; n = next++) {
      const body = { ...users[n], full_name: `User ${n}`, phone: `+2557${String(10_000_000 + n)}` }
      const headers = { 'x-platform-api-key': key, 'x-forwarded-for': addressOf(n) }
      await call(base, 'POST', `/projects/${id}/auth/signup`, headers, body)
    }
  }
  await Promise.all(Array.from({ length: 4 }, signUps))
  return users
}

/** signInUser signs in an end user of a project, whom addUsers has signed up. */
export async function signInUser(
  base: string,
  { id, key }: Pick<BenchProject, 'id' | 'key'>,
  email: string,
): Promise<{ token: string; user: string }> {
  const body = { email, password: PASSWORD }
  const headers = { 'x-platform-api-key': key }
  const { user, tokens } = await call<Tokens & { user: { id: string } }>(
    base,
    'POST',
    `/projects/${id}/auth/signin`,
    headers,
    body,
  )
  return { token: tokens.access_token, user: user.id }
}

/** addressOf returns an address of its own for each of many people, for limits that count by address. */
export function addressOf(n: number): string {
  return `10.0.${n >> 8}.${n & 255}`
}

/** product makes a row. */
export function product(n: number) {
  return {
    name: `Product ${n}`,
    price: n % 5000,
    in_stock: n % 3 > 0,
    note: 'A note of ordinary length for a product.',
  }
}

async function call<Data>(
  base: string,
  method: string,
  route: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Data> {
  const answer = await fetch(`${base}/api/v1${route}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text).data) as Data
}
