// A project for the page: one table that every user may read and write, and users without an address.

/** Page is what the page has to know; its key may be shown to everybody. */
export interface Page {
  readonly project: string
  readonly key: string
}

/** Account is an account of the dashboard. */
export interface Account {
  readonly email: string
  readonly password: string
}

const COLUMNS = [
  { name: 'title', data_type: 'string', char_length: 200, required: true },
  { name: 'done', data_type: 'boolean', required: true, default_value: 'false' },
]

/** createList creates the project; an account that `isNew` is registered first. */
export async function createList(base: string, account: Account, isNew: boolean): Promise<Page> {
  const [path, body] = isNew ? ['register', { ...account, full_name: 'Shared list' }] : ['login', account]
  const { tokens } = await call(base, 'POST', `/auth/${path}`, body)
  const own = (method: string, at: string, input: unknown) =>
    call(base, method, at, input, tokens.access_token)
  const { id } = await own('POST', '/projects', { name: 'Shared list' })
  await own('POST', `/projects/${id}/tables`, { name: 'items', columns: COLUMNS })
  await own('PUT', `/projects/${id}/tables/items/rls`, {
    policies: [{ action: 'all', subject: 'authenticated' }],
  })
  await own('PUT', `/projects/${id}/auth/settings`, { allow_anonymous: true })
  const made = await own('POST', `/projects/${id}/api-keys`, { name: 'Page', kind: 'publishable' })
  return { project: id, key: made.key }
}

async function call(base: string, method: string, path: string, body: unknown, token?: string) {
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const { success, message, data } = await response.json()
  if (!success) throw new Error(`${method} ${path}: ${message}`)
  return data
}
