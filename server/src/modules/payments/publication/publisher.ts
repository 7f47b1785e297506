// Shows payments in the project's own table `payment_transactions`, one UPDATE for each state and each exactly once: the
// row's version says which states it has. The table belongs to the project, and triggers of the project can run on it, so
// it is written on connections of the project's owner and never in the transaction that moves money.
import type pg from 'pg'
import { SHOWN } from '#modules/payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { createRounds } from '#platform/fairness/rounds.ts'
import type { Platform } from '#platform/platform.ts'
import { deletePublications, listPublications, type Publication } from './publications.store.ts'

const BATCH = 100
const TIMEOUT = "set local statement_timeout = '10s'; set local msingi.kind = 'dashboard'"

const COLUMNS = SHOWN.map((column) => `"${column}"`).join(', ')
const VALUES = SHOWN.map((column) => `r."${column}"`).join(', ')

/** Publisher brings the tables of projects up to date. */
export interface Publisher {
  /** publish shows everything that a project's payments have become; who asks meanwhile waits for one more round. */
  publish(project: ProjectRecord): Promise<void>
}

/** createPublisher makes the publisher of this node. Several nodes at once do no harm. */
export function createPublisher(platform: Platform): Publisher {
  return { publish: createRounds((project) => publishAll(platform, project)) }
}

async function publishAll(platform: Platform, project: ProjectRecord): Promise<void> {
  const cluster = platform.clusters.of(project)
  for (;;) {
    const waiting = await listPublications(cluster.admin, project.id, BATCH)
    if (waiting.length === 0) return
    await cluster.asOwner((client) => show(client, project, waiting), 'users')
    await deletePublications(cluster.admin, waiting)
    if (waiting.length < BATCH) return
  }
}

async function show(client: pg.ClientBase, project: ProjectRecord, waiting: readonly Publication[]) {
  await client.query(TIMEOUT)
  const table = `${projectNames(project.id).schema}.payment_transactions`
  // Each round takes the next state of every payment, so that none is skipped.
  const queues = [...Map.groupBy(waiting, ({ payment_id }) => payment_id).values()]
  for (let round = 0; round < Math.max(...queues.map(({ length }) => length)); round++) {
    const states = queues.flatMap((queue) => queue[round] ?? [])
    const made = states.filter(({ version }) => version === 1)
    const changed = states.filter(({ version }) => version > 1)
    if (made.length > 0)
      await client.query(
        `insert into ${table} (${COLUMNS}) select ${VALUES} from jsonb_populate_recordset(null::${table}, $1) r
         on conflict (id) do nothing`,
        [rowsOf(made)],
      )
    if (changed.length > 0)
      await client.query(
        `update ${table} t set (${COLUMNS}) = (select ${VALUES})
         from jsonb_populate_recordset(null::${table}, $1) r where t.id = r.id and t.version = r.version - 1`,
        [rowsOf(changed)],
      )
  }
}

function rowsOf(states: readonly Publication[]): string {
  return JSON.stringify(states.map(({ row }) => row))
}
