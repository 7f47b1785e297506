// The drill of durable consumers: the process that reads and consumes changes is killed with -9 many times under load.
import { openChangeFeeds } from '../../../server/src/platform/changes/change-feeds.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import type { ProjectRecord } from '../../../server/src/platform/credentials/actor.ts'
import { Clusters } from '../../../server/src/platform/db/clusters/clusters.ts'
import { createLog } from '../../../server/src/platform/log/log.ts'
import { type DrillResult, drillConsumers } from '../../../server/test/consumers/drill.ts'
import { addProject, signUp } from '../lab/client.ts'
import { openLab } from '../lab/lab.ts'
import { openLabCluster } from '../lab/lab-cluster.ts'

/** runConsumersDrill kills so many times for each way of capture, and returns whether every change was consumed once. */
export async function runConsumersDrill(kills: number, seed: number): Promise<boolean> {
  let passed = true
  for (const capture of ['auto', 'outbox'] as const) {
    const { committed, missing, repeated, disordered, gaps } = await drill(capture, kills, seed)
    console.log(
      `${capture === 'auto' ? 'log' : 'outbox'}: ${kills} kills, ${committed} changes committed, ${missing} missing, ` +
        `${repeated} repeated, ${disordered} out of order, ${gaps} gaps`,
    )
    passed &&= missing + repeated + disordered + gaps === 0
  }
  console.log(passed ? 'passed' : 'FAILED')
  return passed
}

async function drill(capture: 'auto' | 'outbox', kills: number, seed: number): Promise<DrillResult> {
  const lab = await openLab()
  const log = createLog('error')
  const main = await openLabCluster(lab, log, 1)
  try {
    const account = await signUp(() => lab.msingi.base)
    const id = await addProject(account)
    const body = { name: 'notes', columns: [{ name: 'title', data_type: 'text' }] }
    const table = await account.api<{ id: string }>('POST', `/projects/${id}/tables`, body)
    // The server itself would take turns with the process that is killed.
    await lab.msingi.stop()
    const clusters = new Clusters([main])
    const feeds = await openChangeFeeds({ clusters, clock: systemClock, log, capture, retention: 2 })
    const batch = async () => Promise.reject(new Error('only the process that is killed consumes'))
    const consumer = feeds.consume({ name: 'audit', batch })
    await consumer.subscribe({ id, cluster: 'main' } as ProjectRecord, table.id)
    await feeds.close()
    const schema = `p_${id.replaceAll('-', '')}`
    const connection = lab.connection as Parameters<typeof drillConsumers>[0]['connection']
    return await drillConsumers({ connection, capture, schema, kills, seed })
  } finally {
    await main.close()
    await lab.stop()
  }
}
