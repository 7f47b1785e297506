// GET by id, list of 50 and insert, with key, policies, limits and request log, against the bare handler.
import { api, BARE, createProject, ended, type Lab, MSINGI, product, signUp, startBare } from './lab.ts'
import { load, median } from './load.ts'

const ROWS = 20_000
const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 32

const TARGETS = { 'GET by id': 0.85, 'list of 50': 0.85, insert: 0.8 } as const

/** benchRequests measures both sides in turn, so that a noisy neighbour meets both. */
export async function benchRequests(lab: Lab): Promise<void> {
  const token = await signUp()
  const { key, table } = await createProject(token)
  const ids: string[] = []
  for (let from = 0; from < ROWS; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => product(from + i))
    const inserted = await api('POST', '/data/products', key, rows)
    ids.push(...inserted.map((row: { id: string }) => row.id))
  }
  const bare = await startBare(lab.postgres, table)
  const headers = { 'x-platform-api-key': key }
  const some = Array.from({ length: 500 }, (_, i) => ids[(i * 37) % ids.length])
  const cases = {
    'GET by id': some.map((id) => ({ path: `/api/v1/data/products/${id}` })),
    'list of 50': [{ path: '/api/v1/data/products' }],
    insert: [{ method: 'POST' as const, path: '/api/v1/data/products', body: JSON.stringify(product(1)) }],
  }
  for (const [name, requests] of Object.entries(cases)) {
    const ratios: number[] = []
    const seen: Record<string, number[]> = { msingi: [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const run = async (base: string) => {
        const result = await load({ base, seconds: SECONDS, connections: CONNECTIONS, requests, headers })
        if (result.errors > 0) throw new Error(`${name}: ${result.errors} errors from ${base}`)
        return result.perSecond
      }
      // Whoever comes second finds a warmer cache: the order changes with each round.
      const first = round % 2 === 0 ? [MSINGI, BARE] : [BARE, MSINGI]
      const rates = new Map<string, number>()
      for (const base of first) rates.set(base, await run(base))
      const [ours, theirs] = [rates.get(MSINGI) as number, rates.get(BARE) as number]
      seen.msingi?.push(ours)
      seen.bare?.push(theirs)
      ratios.push(ours / theirs)
    }
    const target = TARGETS[name as keyof typeof TARGETS]
    console.log(
      `${name}: ratio ${median(ratios).toFixed(2)} of the bare handler (target ${target}); ` +
        `msingi ${median(seen.msingi as number[]).toFixed(0)}/s, bare ${median(seen.bare as number[]).toFixed(0)}/s`,
    )
  }
  await ended(bare)
}
