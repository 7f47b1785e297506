// A list of 50 of a million rows under a policy that asks who is a member, past the policies of the members, against the policy
// of owners, where both let the caller see the same rows.
import pg from 'pg'
import { addKey, addProject, addUsers, signInUser, signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { gatherStatistics } from '../lab/statistics.ts'

const ROWS = 1_000_000
const BOARDS = 20
const MEMBERS = 200_000
const PAGE = 50
const ROUNDS = 50
const TURNS = 3

const MINE = 'board_id in (select board_id from unrestricted(members) where user_id = auth.uid())'
const POLICIES: Readonly<Record<string, object>> = {
  owner: { subject: 'owner' },
  members: { subject: 'authenticated', condition: MINE },
  'members, by exists': {
    subject: 'authenticated',
    condition:
      'exists (select 1 from unrestricted(members) m where m.board_id = tasks.board_id and m.user_id = auth.uid())',
  },
}

/** benchMemberships measures so many lists of each kind, under each policy in turn. */
export async function benchMemberships(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  try {
    const account = await signUp(() => lab.msingi.base)
    const id = await addProject(account)
    const key = await addKey(account, id)
    const schema = `p_${id.replaceAll('-', '')}`
    const uuid = (name: string) => ({ name, data_type: 'uuid', indexed: true })
    const add = async (name: string, columns: object[]) =>
      (await account.api<{ id: string }>('POST', `/projects/${id}/tables`, { name, columns })).id
    const tasks = await add('tasks', [
      uuid('user_id'),
      uuid('board_id'),
      { name: 'title', data_type: 'text' },
    ])
    const members = await add('members', [uuid('user_id'), uuid('board_id')])
    await addUsers(lab.msingi.base, { id, key, table: '' }, 1)
    const session = await signInUser(lab.msingi.base, { id, key }, 'user-0@example.com')
    await fill(lab.connection, schema, session.user)
    const allow = (table: string, policy: object) =>
      account.api<{ id: string }>('POST', `/projects/${id}/tables/${table}/rls`, {
        action: 'select',
        ...policy,
      })
    await allow(members, { subject: 'authenticated', condition: MINE })
    const lists = {
      'newest first': `limit=${PAGE}`,
      'of a board': `limit=${PAGE}&board_id=eq.${board(0)}`,
      'one row': `limit=1&board_id=eq.${board(0)}`,
    }
    const times = new Map<string, number[]>()
    // In turns, so that neither has the table in memory alone.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [name, policy] of Object.entries(POLICIES)) {
        const made = await allow(tasks, policy)
        for (const [list, query] of Object.entries(lists)) {
          const took = await measure(lab.msingi.base, query, session.token, rounds)
          times.set(`${name} ${list}`, [...(times.get(`${name} ${list}`) ?? []), ...took])
        }
        await account.api('DELETE', `/projects/${id}/tables/${tasks}/rls/${made.id}`)
      }
    }
    const middle = (name: string, list: string) => median(times.get(`${name} ${list}`) ?? [])
    for (const list of Object.keys(lists)) {
      const owner = middle('owner', list)
      for (const name of Object.keys(POLICIES).slice(1)) {
        const took = middle(name, list)
        tellFigure(`${name}: ${list}`, took / owner, 'of the owner policy', { max: 1.3 })
        tellNote(`${short(took)} ms against ${short(owner)}`)
      }
    }
  } finally {
    await lab.stop()
  }
}

const board = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

// The user owns the tasks of one board, and is a member of it.
async function fill(connection: object, schema: string, user: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const boardOf = (n: string) =>
    `('00000000-0000-4000-8000-' || lpad((${n} % ${BOARDS})::text, 12, '0'))::uuid`
  await client.query(
    `insert into ${schema}.tasks (user_id, board_id, title, created_at)
     select case when n % ${BOARDS} = 0 then $1::uuid else gen_random_uuid() end, ${boardOf('n')}, 'Task ' || n,
       now() - n * interval '1 second' from generate_series(1, ${ROWS}) n`,
    [user],
  )
  await client.query(
    `insert into ${schema}.members (user_id, board_id)
     select case when n = ${BOARDS} then $1::uuid else gen_random_uuid() end, ${boardOf('n')}
     from generate_series(1, ${MEMBERS}) n`,
    [user],
  )
  await client.end()
  for (const table of ['tasks', 'members']) await gatherStatistics(connection, `${schema}.${table}`)
}

async function measure(base: string, query: string, token: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    const answer = await fetch(`${base}/api/v1/data/tasks?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data?: unknown[] }
    if (data === undefined || data.length === 0) throw new Error(`a list of nothing: ${answer.status}`)
    times.push(performance.now() - begun)
  }
  return times
}
