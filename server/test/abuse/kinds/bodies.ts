// Abuses by bodies that are cheap to write and dear to read: numbers by the million, depth, rows that are all wrong.
import { type Abuse, addressOf, type Bully, repeat } from '#test/abuse/abuse.ts'

// `1e1,` is four bytes.
const numbers = (bytes: number) => `[${'1e1,'.repeat(Math.floor(bytes / 4) - 2)}1]`

const REFRESH_BYTES = 1_000_000
const GRAPHQL_BYTES = 15_900_000
const COLUMNS = 190
const ROWS = 4991

/** bodyAbuses are those. */
export const bodyAbuses: readonly Abuse[] = [
  {
    name: 'numbers-to-refresh',
    about: '1 MB of `1e1` to /auth/refresh, without credentials',
    commit: (bully) => {
      const raw = `{"refresh_token": ${numbers(REFRESH_BYTES)}}`
      return refresh(bully, raw)
    },
  },
  {
    name: 'depth-to-refresh',
    about: '1 MB of brackets to /auth/refresh, without credentials',
    commit: (bully) => {
      const raw = `${'['.repeat(REFRESH_BYTES / 2 - 10)}${']'.repeat(REFRESH_BYTES / 2 - 10)}`
      return refresh(bully, raw)
    },
  },
  {
    name: 'numbers-to-graphql',
    about: '16 MB of `1e1` as a variable of GraphQL, with a publishable key',
    commit: (bully) => {
      const list = numbers(bully.full ? GRAPHQL_BYTES : 2_000_000)
      const raw = `{"query": "query ($a: [Int]) { __typename }", "variables": {"a": ${list}}}`
      const path = `/projects/${bully.tenant.id}/graphql`
      return repeat(bully, 2, () => bully.send('POST', path, { as: 'publishable', raw }))
    },
  },
  {
    name: 'wrong-addresses',
    about: '4,991 rows × 190 columns of wrong `inet` values without the right to insert',
    prepare: async (tenant) => {
      const columns = Array.from({ length: COLUMNS }, (_, n) => `c${n} inet`).join(', ')
      await tenant.runDdl(`create table hosts (${columns})`)
    },
    commit: (bully) => {
      const row = Object.fromEntries(Array.from({ length: COLUMNS }, (_, n) => [`c${n}`, 'x']))
      const raw = JSON.stringify(Array(bully.full ? ROWS : 400).fill(row))
      return repeat(bully, 2, () => bully.send('POST', '/data/hosts', { as: 'publishable', raw }))
    },
  },
]

function refresh(bully: Bully, raw: string): Promise<void> {
  return repeat(bully, 4, (number) => {
    const headers = { 'x-forwarded-for': addressOf(number) }
    return bully.send('POST', '/auth/refresh', { as: 'nobody', raw, headers })
  })
}
