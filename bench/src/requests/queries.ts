// Structured queries against the same SQL, as /query/preview gives it, sent through `pg` by the bare handler. No case
// fills its page, so that both sides do the same work: PostgreSQL counts rows beyond a page for Msingi alone.
import { addProducts, createProject, signUp } from '../lab/client.ts'
import { openLab } from '../lab/lab.ts'
import { encodeRequest } from '../lab/load.ts'
import { type Running, startBare } from '../lab/servers.ts'
import { gatherStatistics } from '../lab/statistics.ts'
import { compare, ROUNDS } from './requests.ts'

const ROWS = 2000

// An overhead of a quarter.
const TARGET = 0.8

const cheap = { column: 'price', operator: 'lt', value: 40 }
const CASES = [
  {
    name: `query: 40 of ${ROWS} rows`,
    config: { columns: ['name', 'price', 'note'], filters: [cheap], sort: [{ column: 'price' }] },
  },
  {
    name: 'query: a join of 40 rows',
    config: {
      columns: ['products.name', 'twin.price'],
      joins: [{ table: 'products', alias: 'twin', on: 'twin.id = products.id' }],
      filters: [{ ...cheap, column: 'products.price' }],
      sort: [{ column: 'products.price' }],
    },
  },
  {
    name: `query: groups of ${ROWS} rows`,
    config: {
      columns: ['in_stock'],
      group_by: ['in_stock'],
      aggregates: [{ fn: 'COUNT' }, { fn: 'AVG', column: 'price', alias: 'mean' }],
    },
  },
]

/** benchQueries measures both sides in turn. */
export async function benchQueries(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  let bare: Running | undefined
  try {
    const account = await signUp(() => lab.msingi.base)
    const { id, key, table } = await createProject(account)
    await addProducts(lab.msingi.base, key, ROWS)
    await gatherStatistics(lab.connection, table)
    const bodies = CASES.map(({ config }) => ({ table_slug: 'products', config }))
    const queries: string[] = []
    for (const body of bodies) {
      const route = `/projects/${id}/query/preview`
      queries.push((await account.api<{ sql: string }>('POST', route, body)).sql)
    }
    bare = await startBare(lab.connection, table, queries)
    for (const [number, { name }] of CASES.entries()) {
      const path = `/api/v1/projects/${id}/query/run?case=${number}`
      const request = encodeRequest('POST', path, key, JSON.stringify(bodies[number]))
      await compare(lab, { name, target: TARGET, bare, next: () => request }, rounds)
    }
  } finally {
    await bare?.stop()
    await lab.stop()
  }
}
