// Plans of lists: the first one after a load against the same later, and one under each kind of policy and filter on a
// million rows, with what PostgreSQL did for it. A list that reads many rows for one page has a bad plan.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, addKey, addProducts, addProject, addTable, signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { PlanLog } from '../lab/plan-log.ts'
import { addRowsBySql, gatherStatistics } from '../lab/statistics.ts'

const LOADED = 20_000
const ROWS = 1_000_000
const PAGE = 50
const ROUNDS = 5
// What a page may read at most where an index has the order, or the filter: some pages, for what policies hide.
const MOST_READ = 20 * PAGE

const POLICIES: Readonly<Record<string, object | undefined>> = {
  none: undefined,
  'a condition': { action: 'select', subject: 'api_key', effect: 'allow', condition: 'price >= 0' },
  'a deny': { action: 'select', subject: 'api_key', effect: 'deny', condition: 'price = 17' },
  public: { action: 'select', subject: 'public', effect: 'allow' },
}

const FILTERS: Readonly<Record<string, string>> = {
  none: '',
  'equal, indexed': '&price=eq.4000',
  'a range, indexed': '&price=gt.4990&order=price.desc',
  'another order': '&order=price',
  'equal, not indexed': '&in_stock=eq.true',
  'a pattern': '&name=ilike.*product*',
}

/** benchPlans measures both, in a laboratory whose PostgreSQL explains the lists. */
export async function benchPlans(rounds: number = ROUNDS): Promise<void> {
  const plans = new PlanLog()
  const lab = await openLab({}, plans)
  try {
    const account = await signUp(() => lab.msingi.base)
    await explainLists(lab)
    await firstLists(lab, account, plans, rounds)
    await listsOfMany(lab, account, plans, rounds)
  } finally {
    await lab.stop()
  }
}

async function firstLists(lab: Lab, account: Account, plans: PlanLog, rounds: number): Promise<void> {
  const ratios: number[] = []
  const notes: string[] = []
  for (let round = 0; round < rounds; round++) {
    const project = await addProject(account)
    const key = await addKey(account, project)
    await addTable(account, project)
    const path = `${lab.msingi.base}/api/v1/data/products?limit=${PAGE}`
    // So that what is made once for each table is not measured.
    await repeat(rounds, () => read(path, key))
    await addProducts(lab.msingi.base, key, LOADED)
    const first = await read(path, key)
    const { rows, nodes } = await plans.last('products')
    notes.push(`${short(first)} ms for ${rows} rows by ${nodes.join(', ')}`)
    await gatherStatistics(lab.connection, tableOf(project))
    ratios.push(first / median(await repeat(rounds, () => read(path, key))))
  }
  tellFigure(`first list of ${LOADED} loaded rows`, median(ratios), 'of the same later', { max: 1.5 })
  for (const note of notes) tellNote(note)
}

async function listsOfMany(lab: Lab, account: Account, plans: PlanLog, rounds: number): Promise<void> {
  const project = await addProject(account)
  const key = await addKey(account, project)
  const id = await addTable(account, project)
  await addRowsBySql(lab.connection, tableOf(project), ROWS)
  await gatherStatistics(lab.connection, tableOf(project))
  const folder = await mkdtemp(join(tmpdir(), 'msingi-plans-'))
  for (const [policy, body] of Object.entries(POLICIES)) {
    const route = `/projects/${project}/tables/${id}/rls`
    const made = body === undefined ? undefined : await account.api<{ id: string }>('POST', route, body)
    for (const [filter, query] of Object.entries(FILTERS)) {
      const path = `${lab.msingi.base}/api/v1/data/products?limit=${PAGE}${query}`
      const times = await repeat(rounds, () => read(path, key))
      const { rows, nodes, plan } = await plans.last('products')
      const file = `${policy} ${filter}`.replaceAll(/\W+/g, '-')
      await writeFile(join(folder, `${file}.json`), JSON.stringify(plan, null, 1))
      tellFigure(`policy: ${policy}; filter: ${filter}`, rows, 'rows read', { max: MOST_READ })
      tellNote(`${short(median(times))} ms; ${nodes.join(', ')}`)
    }
    if (made !== undefined) await account.api('DELETE', `${route}/${made.id}`)
  }
  tellNote(`the plans are in ${folder}`)
}

// For the connections of the data pool that are opened from now on.
async function explainLists(lab: Lab): Promise<void> {
  const client = new pg.Client(lab.connection)
  await client.connect()
  await client.query(`load 'auto_explain'`)
  const roles = await client.query(`select rolname from pg_roles where rolname like 'msingi\\_gateway%'`)
  for (const { rolname } of roles.rows)
    for (const [name, value] of Object.entries(EXPLAIN))
      await client.query(`alter role ${rolname} set ${name} = '${value}'`)
  await client.end()
  await lab.restart()
}

const EXPLAIN: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
}

async function read(path: string, key: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(path, { headers: { 'x-platform-api-key': key } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return performance.now() - begun
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let i = 0; i < times; i++) results.push(await work())
  return results
}

function tableOf(project: string): string {
  return `p_${project.replaceAll('-', '')}.products`
}
