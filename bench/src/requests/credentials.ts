// What a GET by id costs as a user, and as a user with a key beside, in processor time of the server and of PostgreSQL. The baseline
// is the same GET with a secret key.
import { addProducts, addUsers, createProject, signInUser, signUp } from '../lab/client.ts'
import { median, tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { encodeRequest, type LoadRequest, load } from '../lab/load.ts'
import { cpuOf, cpuOfFamily } from '../lab/proc.ts'

const ROUNDS = 5
const ROWS = 2000
const CONNECTIONS = 32
const WARM_UP = 10_000
const REQUESTS = 10_000
const KINDS = ['key', 'user', 'user with key'] as const
const TARGET = 1.3

type Kind = (typeof KINDS)[number]

/** benchCredentials measures so many rounds, each kind of request in turn. */
export async function benchCredentials(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  try {
    const { base } = lab.msingi
    const account = await signUp(() => base)
    const project = await createProject(account)
    const rows = await addProducts(base, project.key, ROWS)
    const tables = await account.api<{ id: string; name: string }[]>('GET', `/projects/${project.id}/tables`)
    for (const { id } of tables.filter(({ name }) => name === 'products'))
      await account.api('POST', `/projects/${project.id}/tables/${id}/rls`, {
        action: 'select',
        subject: 'authenticated',
        effect: 'allow',
        condition: 'price >= 0',
      })
    await addUsers(base, project, 1)
    const { token } = await signInUser(base, project, 'user-0@example.com')
    const bearer = [`authorization: Bearer ${token}`]
    const headers: Record<Kind, readonly [key: string | undefined, more: readonly string[]]> = {
      key: [project.key, []],
      user: [undefined, bearer],
      'user with key': [project.key, bearer],
    }
    const run = async (kind: Kind, amount: number) => {
      const [key, more] = headers[kind]
      const gets = rows.map((row) =>
        encodeRequest('GET', `/api/v1/data/products/${row}`, key, undefined, more),
      )
      let turn = 0
      const next = () => gets[turn++ % gets.length] as LoadRequest
      const cost = () => (cpuOf(lab.msingi.pid) ?? Number.NaN) + (cpuOfFamily(lab.postmaster) ?? Number.NaN)
      const before = cost()
      const { errors, requests } = await load({ base, connections: CONNECTIONS, until: { amount }, next })
      if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`)
      return (cost() - before) / requests
    }
    const costs: Record<Kind, number[]> = { key: [], user: [], 'user with key': [] }
    for (const kind of KINDS) await run(kind, WARM_UP)
    for (let round = 0; round < rounds; round++)
      for (const kind of KINDS) costs[kind].push(await run(kind, REQUESTS))
    for (const kind of ['user', 'user with key'] as const) {
      const ratios = costs[kind].map((cost, round) => cost / (costs.key[round] as number))
      tellFigure(`GET as a ${kind}`, median(ratios), 'of one with a key', { max: TARGET })
      tellNote(`in each round ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
    }
  } finally {
    await lab.stop()
  }
}
