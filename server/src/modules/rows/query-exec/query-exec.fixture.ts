// A shop for the tests of query/exec: a project with tables, rows, one deleted row and policies, and who may ask.

import { projectNames } from '#platform/db/project-names.ts'
import type { Answer, TestApp } from '#test/harness.ts'

interface Credential {
  readonly key?: string
  readonly token?: string
}

/** Shop is the project, and the credentials to it. */
export interface Shop {
  readonly id: string
  readonly schema: string
  readonly callers: Readonly<Record<'dashboard' | 'secret' | 'publishable' | 'amina' | 'juma', Credential>>
  readonly amina: string
  /** ask runs a query, with the secret key unless said otherwise. */
  ask(sql: string, params?: unknown[], caller?: Credential): Promise<Answer>
}

const PRODUCTS = [
  ['khanga', '12000.50', 'cloth', 40, ['cotton', 'red'], true, '9007199254740993'],
  ['kitenge', '18000.00', 'cloth', 0, ['cotton'], true, '1'],
  ['chai', '3500.00', 'food', 120, ['spice', 'leaf'], true, '2'],
  ['pilipili', '1500.25', 'food', 7, [], false, '3'],
] as const

const SALES = [
  ['khanga', 2, 'Moshi', '2026-01-05', '2026-01-05T08:30:00Z'],
  ['khanga', 1, 'Dar es Salaam', '2026-01-20', '2026-01-20T17:00:00Z'],
  ['chai', 10, 'Moshi', '2026-02-02', '2026-02-02T06:00:00Z'],
  ['chai', 4, 'Arusha', '2026-02-14', '2026-02-14T12:00:00Z'],
  ['kitenge', 3, 'Dar es Salaam', '2026-03-01', '2026-03-01T00:00:00Z'],
] as const

/** openShop makes the project. */
export async function openShop(app: TestApp): Promise<Shop> {
  const project = await app.createProject('Shop')
  const { id, token, secret } = project
  const make = async (path: string, body: unknown, credential: Credential = { token }) => {
    const answer = await app.api('POST', path, { ...credential, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.data
  }
  const table = (name: string, columns: Record<string, string>) =>
    make(`/projects/${id}/tables`, {
      name,
      columns: Object.entries(columns).map(([column, data_type]) => ({ name: column, data_type })),
    })
  const signUp = async (name: string, phone: string) => {
    const body = { email: `${name}@example.com`, password: 'correct horse 1', full_name: name, phone }
    const { user, tokens } = await make(`/projects/${id}/auth/signup`, body, { key: secret })
    return { id: user.id as string, token: tokens.access_token as string }
  }
  await table('products', {
    name: 'text',
    price: 'decimal',
    kind: 'text',
    stock: 'integer',
    tags: 'jsonb',
    active: 'boolean',
    big: 'bigint',
  })
  await table('sales', { product: 'text', quantity: 'integer', city: 'text', day: 'date', at: 'timestamp' })
  await table('notes', { text: 'text', amount: 'text', user_id: 'uuid' })
  await table('places', { name: 'text', within: 'text' })
  const [amina, juma] = [await signUp('amina', '+255712000001'), await signUp('juma', '+255712000002')]
  const insert = (slug: string, body: unknown) => make(`/data/${slug}`, body, { key: secret })
  await insert(
    'products',
    PRODUCTS.map(([name, price, kind, stock, tags, active, big]) => ({
      name,
      price,
      kind,
      stock,
      tags,
      active,
      big,
    })),
  )
  await insert(
    'sales',
    SALES.map(([product, quantity, city, day, at]) => ({ product, quantity, city, day, at })),
  )
  const notes = await insert('notes', [
    { text: "amina's", amount: '5', user_id: amina.id },
    { text: "juma's secret", amount: '0', user_id: juma.id },
    { text: 'deleted secret', amount: 'zero', user_id: amina.id },
  ])
  await app.api('DELETE', `/data/notes/${notes[2].id}`, { key: secret })
  await insert('places', [
    { name: 'Africa', within: null },
    { name: 'Tanzania', within: 'Africa' },
    { name: 'Moshi', within: 'Tanzania' },
    { name: 'Arusha', within: 'Tanzania' },
  ])
  for (const slug of ['products', 'sales', 'places']) {
    await make(`/projects/${id}/tables/${slug}/rls`, { action: 'select', subject: 'public', effect: 'allow' })
  }
  await make(`/projects/${id}/tables/notes/rls`, { action: 'select', subject: 'owner', effect: 'allow' })
  return {
    id,
    schema: projectNames(id).schema,
    callers: {
      dashboard: { token },
      secret: { key: secret },
      publishable: { key: project.publishable },
      amina: { token: amina.token },
      juma: { token: juma.token },
    },
    amina: amina.id,
    ask: (sql, params, caller = { key: secret }) =>
      app.api('POST', `/projects/${id}/query/exec`, {
        ...caller,
        body: params === undefined ? { sql } : { sql, params },
      }),
  }
}
