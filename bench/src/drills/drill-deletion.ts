// The drill of project deletion: so many projects are created and deleted, and catalog and disk are as they were before.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, addKey, addProducts, addProject, addTable, signUp } from '../lab/client.ts'
import { megabytes } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { databaseSize } from '../lab/statistics.ts'

const AT_ONCE = 4
const ROWS = 20
// What the audit log, events and usage say of projects that are gone.
const LOGS_PER_PROJECT = 16 * 1024

/** runDeletionDrill returns whether nothing is left of so many projects. */
export async function runDeletionDrill(projects: number): Promise<boolean> {
  const lab = await openLab()
  const client = new pg.Client(lab.connection)
  try {
    await client.connect()
    const account = await signUp(() => lab.msingi.base)
    // What the first project of all makes, and what stays, belongs to neither side.
    await deleteAll(client, account, [await populate(lab, account)])
    const before = await takeInventory(lab, client)
    const begun = performance.now()
    const ids = await inTurns(Array(projects).fill(undefined), () => populate(lab, account))
    const created = performance.now()
    const full = await databaseSize(lab.connection)
    await deleteAll(client, account, ids)
    const [creating, deleting] = [created - begun, performance.now() - created]
    const after = await takeInventory(lab, client)
    console.log(
      `${projects} projects: created in ${seconds(creating)} s (${megabytes(full)}), deleted in ${seconds(deleting)} s`,
    )
    const left = Object.entries(after.counts).filter(([name, count]) => count !== before.counts[name])
    for (const [name, count] of left)
      console.log(`  LEFT ${name}: ${before.counts[name]} before, ${count} after`)
    const grown = after.size - before.size
    console.log(`database ${megabytes(before.size)} before, ${megabytes(after.size)} after, both compacted`)
    const passed = left.length === 0 && grown < projects * LOGS_PER_PROJECT
    console.log(passed ? 'passed' : 'FAILED')
    return passed
  } finally {
    await client.end()
    await lab.stop()
  }
}

// A project with a key, a table with rows, and a file.
async function populate(lab: Lab, account: Account): Promise<string> {
  const id = await addProject(account)
  const key = await addKey(account, id)
  await addTable(account, id)
  await addProducts(lab.msingi.base, key, ROWS)
  await account.api('POST', `/projects/${id}/storage/buckets`, { name: 'files' })
  const url = `${lab.msingi.base}/api/v1/projects/${id}/storage/buckets/files/objects/a.txt`
  const headers = { 'x-platform-api-key': key, 'content-type': 'text/plain' }
  const put = await fetch(url, { method: 'PUT', headers, body: 'habari' })
  if (put.status !== 201) throw new Error(`a file was not stored: ${put.status} ${await put.text()}`)
  return id
}

async function deleteAll(client: pg.Client, account: Account, ids: readonly string[]): Promise<void> {
  await inTurns(ids, (id) => account.api('DELETE', `/projects/${id}`))
  for (;;) {
    const { rowCount } = await client.query('select from platform.projects where id = any($1)', [ids])
    if (rowCount === 0) return
    await sleep(200)
  }
}

interface Inventory {
  readonly counts: Readonly<Record<string, number>>
  readonly size: number
}

const CATALOGS = [
  'class',
  'attribute',
  'proc',
  'type',
  'namespace',
  'policy',
  'roles',
  'largeobject_metadata',
]

async function takeInventory(lab: Lab, client: pg.Client): Promise<Inventory> {
  await client.query('vacuum full')
  const counts: Record<string, number> = {}
  for (const name of CATALOGS) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from pg_${name}`)
    counts[`pg_${name}`] = Number(rows[0]?.count)
  }
  const objects = await readdir(join(lab.dataDir, 'objects')).catch(() => [])
  counts['folders of objects'] = objects.filter((name) => !name.startsWith('.')).length
  return { counts, size: await databaseSize(lab.connection) }
}

async function inTurns<In, Out>(inputs: readonly In[], work: (input: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const worker = async () => {
    while (next < inputs.length) {
      const index = next++
      results[index] = await work(inputs[index] as In)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(0)
}
