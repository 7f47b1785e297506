// A quiet project at work: it writes one row after the other, reads each back in every way there is, and knows at the end
// what its subscribers must have been told.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, CallRequest } from './caller.ts'
import { newUser } from './new-user.ts'
import type { Tenant } from './project.ts'
import { changeOf, type Listener, openListeners } from './quiet-listeners.ts'
import { openQuietProject, TABLE } from './quiet-project.ts'

/** Neighbour is one. */
export interface Neighbour {
  readonly tenant: Tenant
  readonly listeners: readonly Listener[]
  /** expected are the changes that were committed, in their order. */
  readonly expected: readonly string[]
  /** uncertain are the rows of which an answer was not what it should be: whether they were written is not known. */
  readonly uncertain: ReadonlySet<string>
  /** violations are answers that were not what they should be. */
  readonly violations: readonly string[]
  /** start begins to work; `finish` has it end what it is at. */
  start(): void
  finish(): Promise<void>
  /** close ends its subscribers. */
  close(): void
}

// A pace, not a flood.
const PACE_MS = 25

interface Work extends Omit<Neighbour, 'expected' | 'uncertain' | 'violations'> {
  readonly expected: string[]
  readonly uncertain: Set<string>
  readonly violations: string[]
}

/** openNeighbour makes the project and its subscribers. */
export async function openNeighbour(base: string, number: number, ofEach: number): Promise<Neighbour> {
  const tenant = await openQuietProject(base, number)
  const listeners = await openListeners(tenant, ofEach)
  let finished = false
  let working = Promise.resolve()
  const work: Work = {
    ...{ tenant, listeners, expected: [], uncertain: new Set(), violations: [] },
    start: () => {
      working = workOn(work, () => finished)
    },
    finish: () => {
      finished = true
      return working
    },
    close: () => {
      for (const listener of listeners) listener.stop()
    },
  }
  return work
}

async function workOn(work: Work, finished: () => boolean): Promise<void> {
  for (let number = 0; !finished(); number++) {
    await writeOne(work, number)
    await sleep(PACE_MS)
  }
}

async function writeOne(work: Work, number: number): Promise<void> {
  const { tenant, expected, uncertain } = work
  const id = crypto.randomUUID()
  const row = { id, number, version: 0, note: `${tenant.marker} ${number}` }
  const change = async (type: string, version: number, wanted: number, ...sent: Sent) => {
    const { status } = await ask(work, wanted, ...sent)
    if (status === wanted) expected.push(changeOf(type, id, version))
    else uncertain.add(id)
    return status === wanted
  }
  const one = `/data/${TABLE}/${id}`
  if (!(await change('INSERT', 0, 201, 'POST', `/data/${TABLE}`, { as: 'secret', body: row }))) return
  await readBack(work, row, number)
  const body = { version: 1 }
  if (number % 3 === 0 && (await change('UPDATE', 1, 200, 'PATCH', one, { as: 'user', body }))) {
    row.version = 1
    await readBack(work, row, number + 1)
  }
  if (number % 4 === 0 && (await change('DELETE', row.version, 204, 'DELETE', one, { as: 'secret' })))
    await ask(work, 404, 'GET', one, { as: 'secret' })
  if (number % 20 === 10) await signUp(work)
}

type Sent = readonly [method: string, path: string, request: CallRequest]

async function ask({ tenant, violations }: Work, wanted: number, ...sent: Sent): Promise<Answer> {
  const answer = await tenant.call(...sent)
  if (answer.status !== wanted) {
    const [method, path] = sent
    violations.push(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
  }
  return answer
}

// By turns through each of the ways to a row.
async function readBack(work: Work, row: Record<string, unknown>, turn: number): Promise<void> {
  const { tenant, violations } = work
  const below = `/projects/${tenant.id}`
  const { id } = row
  const query = `{ ${TABLE}_by_pk(id: "${id}") { id number version note } }`
  const sql = `select id, number, version, note from ${TABLE} where id = $1`
  const ways: readonly Sent[] = [
    ['GET', `/data/${TABLE}/${id}`, { as: 'user' }],
    ['GET', `/data/${TABLE}?id=eq.${id}`, { as: 'publishable' }],
    ['POST', `${below}/graphql`, { as: 'secret', body: { query } }],
    ['POST', `${below}/query/exec`, { as: 'secret', body: { sql, params: [id] } }],
  ]
  const sent = ways[turn % ways.length] as Sent
  const { status, data } = await ask(work, 200, ...sent)
  if (status !== 200) return
  const found = [data, data?.[0], data?.[`${TABLE}_by_pk`], data?.rows?.[0]].find((each) => each?.id === id)
  for (const [name, value] of Object.entries(row))
    if (found?.[name] !== value)
      violations.push(`${sent[1]} says that ${name} is ${found?.[name]} where ${value} was written`)
}

async function signUp(work: Work): Promise<void> {
  const body = { ...newUser(work.tenant.marker), full_name: work.tenant.marker }
  await ask(work, 201, 'POST', `/projects/${work.tenant.id}/auth/signup`, { as: 'publishable', body })
}
