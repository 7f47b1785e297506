// What an abuse is, and who commits it: a project that uses what it legitimately has against everybody else.
import type { Answer, CallRequest } from './caller.ts'
import type { Dice } from './dice.ts'
import type { Tenant } from './project.ts'

/** Bully is a project at one abuse. */
export interface Bully {
  readonly tenant: Tenant
  readonly dice: Dice
  /** full is true for the sizes of a real attack, false for those of a test of seconds. */
  readonly full: boolean
  /** signal ends the abuse: requests under way are broken off, and nothing new is begun. */
  readonly signal: AbortSignal
  /** send makes a request that ends with the abuse. */
  send(method: string, path: string, request: CallRequest): Promise<Answer>
  /** ddl runs SQL as the owner and returns the answer, whatever it is. */
  ddl(sql: string): Promise<Answer>
  /** clean runs SQL as the owner once the abuse is over, so that what it leaves does not pile up; it may fail. */
  clean(sql: string): Promise<Answer>
}

/** Abuse is one way to harm the neighbours. */
export interface Abuse {
  /** name is what it is called in reports and lists, such as `numeric-insert`. */
  readonly name: string
  /** about says what happens, in a few words. */
  readonly about: string
  /** prepare makes what it needs in the project, once for each project; it rejects where the server refuses that. */
  prepare?(tenant: Tenant, full: boolean): Promise<void>
  /** commit goes on until the signal. */
  commit(bully: Bully): Promise<void>
}

const CLEAN_MS = 15_000

/** createBully makes a project a bully until the signal. */
export function createBully(tenant: Tenant, dice: Dice, full: boolean, signal: AbortSignal): Bully {
  const send: Bully['send'] = (method, path, request) => tenant.call(method, path, { signal, ...request })
  const run = (sql: string, more: object) =>
    send('POST', `/projects/${tenant.id}/schema/exec-ddl`, { as: 'dashboard', body: { sql }, ...more })
  return {
    ...{ tenant, dice, full, signal, send },
    ddl: (sql) => run(sql, {}),
    clean: (sql) => run(sql, { signal: AbortSignal.timeout(CLEAN_MS) }),
  }
}

/** repeat does something again and again until the signal, so many at a time; it resolves when all have ended. */
export async function repeat(
  { signal }: Pick<Bully, 'signal'>,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let number = 0
  const lane = async () => {
    while (!signal.aborted) {
      await work(number++)
      // What is refused at once must not keep the bully's own process from everything else.
      await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** pause waits, at most until the signal. */
export function pause({ signal }: Pick<Bully, 'signal'>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

/** addressOf returns an address for each request of somebody who has many, for limits that count by address. */
export function addressOf(number: number): string {
  return `10.9.${(number >> 8) & 255}.${number & 255}`
}
