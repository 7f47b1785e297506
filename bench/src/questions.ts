// Policies with subqueries: how fast PostgreSQL says who of many listening users may hear of a row, all in one
// statement or each under their own identity.
import { randomUUID } from 'node:crypto'
import { getLivePolicies } from '../../server/src/modules/database/policies/live.service.ts'
import type { LiveCaller } from '../../server/src/modules/realtime/access/callers.ts'
import { DatabaseChecks } from '../../server/src/modules/realtime/access/database-checks.ts'
import { parseRow } from '../../server/src/platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '../../server/src/platform/credentials/actor.ts'
import { TableShapes } from '../../server/src/platform/db/catalog/table-shapes.ts'
import { Clusters } from '../../server/src/platform/db/clusters/clusters.ts'
import { openGates } from '../../server/src/platform/fairness/gates.ts'
import type { Log } from '../../server/src/platform/log/log.ts'
import type { Platform } from '../../server/src/platform/platform.ts'
import { addKey, addProject, addRows, signUp } from './lab/client.ts'
import { median, short, tellNote } from './lab/figures.ts'
import { type Lab, openLab } from './lab/lab.ts'
import { openLabCluster } from './lab/lab-cluster.ts'
import { POOL_SIZE } from './lab/servers.ts'

const USERS = 1000
const TEAMS = 50
const ROUNDS = 20
const CONDITION =
  'exists (select 1 from members where members.team = notes.team and members.user_id = auth.uid())'

/** benchQuestions asks for so many users. */
export async function benchQuestions(count: number = USERS): Promise<void> {
  const lab = await openLab()
  const log = { info() {}, warn() {}, error: console.error } as unknown as Log
  const main = await openLabCluster(lab, log, POOL_SIZE)
  try {
    const users = Array.from({ length: count }, () => randomUUID())
    const project = await prepare(lab, users)
    const clusters = new Clusters([main])
    const shapes = new TableShapes(clusters, { on() {} } as never)
    const platform = { clusters, shapes, gates: openGates() } as unknown as Platform
    const tables = await shapes.of(project)
    const table = await shapes.get(project, 'notes')
    const policies = await getLivePolicies(platform, project, tables, table)
    const checks = new DatabaseChecks(platform)
    const callers = users.map(caller)
    for (const rows of [1, 100]) {
      const events = Array.from({ length: rows }, (_, n) =>
        parseRow(JSON.stringify({ id: randomUUID(), team: n % TEAMS })),
      )
      const measure = async (together: typeof policies.together) => {
        const times: number[] = []
        for (let round = 0; round <= ROUNDS; round++) {
          const started = performance.now()
          const questions = new Map(callers.map((each) => [each, new Set(events)]))
          const answers = await checks.run(project, table, { ...policies, together }, questions)
          times.push(performance.now() - started)
          const seen = [...answers.values()].reduce((sum, { size }) => sum + size, 0)
          if (seen !== expected(count, rows))
            throw new Error(`${seen} may hear, not ${expected(count, rows)}`)
        }
        return median(times.slice(1))
      }
      const [each, all] = [await measure(undefined), await measure(policies.together)]
      tellNote(
        `${rows} ${rows === 1 ? 'event' : 'events at once'}, ${count} users: ${short(all)} ms all together, ` +
          `${short(each)} ms each alone; ${short((1000 * all) / rows / count)} µs a user and event`,
      )
    }
  } finally {
    await main.close()
    await lab.stop()
  }
}

// User number n is in the team n modulo TEAMS.
function expected(users: number, rows: number): number {
  let sum = 0
  for (let row = 0; row < rows; row++) sum += Math.ceil((users - (row % TEAMS)) / TEAMS)
  return sum
}

async function prepare(lab: Lab, users: readonly string[]): Promise<ProjectRecord> {
  const account = await signUp(() => lab.msingi.base)
  const id = await addProject(account)
  const key = await addKey(account, id)
  const team = { name: 'team', data_type: 'integer' }
  const add = async (name: string, columns: object[]) =>
    (await account.api<{ id: string }>('POST', `/projects/${id}/tables`, { name, columns })).id
  const members = await add('members', [{ name: 'user_id', data_type: 'uuid', indexed: true }, team])
  const notes = await add('notes', [team])
  const allow = (table: string, policy: object) =>
    account.api('POST', `/projects/${id}/tables/${table}/rls`, { action: 'select', ...policy })
  await allow(members, { subject: 'owner' })
  await allow(notes, { subject: 'authenticated', condition: CONDITION })
  await addRows(lab.msingi.base, key, 'members', users.length, (n) => ({
    user_id: users[n],
    team: n % TEAMS,
  }))
  return { id, cluster: 'main', own_login: false } as unknown as ProjectRecord
}

function caller(uid: string): LiveCaller {
  const claims = { email: null, role_ids: [] }
  const context = { kind: 'user', uid, claims: JSON.stringify(claims) } as const
  return { kind: 'user', actor: { uid, email: null, claims }, role_ids: [], context }
}
