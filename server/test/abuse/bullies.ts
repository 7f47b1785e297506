// The bullies' own process, so that what an abuse costs its own side disturbs nobody's measurement. It is told what to do by
// messages (bully-process.ts) and answers each with the same number.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Abuse } from './abuse.ts'
import { createBully } from './abuse.ts'
import { ABUSES } from './abuses.ts'
import type { Order, Orders, Report } from './bully-process.ts'
import { createDice, type Dice } from './dice.ts'
import { openTenant, type Tenant } from './project.ts'

const AGAIN_MS = 100

const tenants = new Map<number, Tenant>()
const prepared = new WeakMap<Tenant, Map<Abuse, Promise<void>>>()
let halt = new AbortController()

// What an abuse leaves behind may reject long after it.
process.on('unhandledRejection', () => {})

process.on('message', async ({ number, order }: { number: number; order: Order }) => {
  if (order.kind === 'stop') return halt.abort()
  try {
    process.send?.({ number, report: await obey(order) })
  } catch (error) {
    process.send?.({ number, report: { error: error instanceof Error ? error.message : String(error) } })
  }
})
process.on('disconnect', () => process.exit(0))

async function obey(order: Exclude<Order, { kind: 'stop' }>): Promise<Report> {
  if (order.kind === 'open') {
    tenants.set(order.bully, await openTenant(order.base, order.bully))
    return {}
  }
  if (order.kind === 'mix') return mix(order)
  const tenant = tenants.get(order.bully) as Tenant
  const abuse = find(order.abuse)
  if (order.kind === 'prepare') {
    await prepare(tenant, abuse, order.full)
    tenant.tally.statuses.clear()
    return {}
  }
  halt = new AbortController()
  const { signal } = halt
  await abuse.commit(createBully(tenant, createDice(1), order.full, signal))
  return reportOn([tenant])
}

function find(name: string): Abuse {
  const abuse = ABUSES.find((each) => each.name === name)
  if (abuse === undefined) throw new Error(`there is no abuse ${name}`)
  return abuse
}

function prepare(tenant: Tenant, abuse: Abuse, full: boolean): Promise<void> {
  const known = prepared.get(tenant) ?? new Map<Abuse, Promise<void>>()
  prepared.set(tenant, known)
  const preparing = known.get(abuse) ?? abuse.prepare?.(tenant, full) ?? Promise.resolve()
  known.set(abuse, preparing)
  return preparing
}

// Each bully does one abuse after another, each for a while: first those that are its part of all, then what chance decides.
async function mix({ seed, full, abuses, milliseconds, turn }: Orders['mix']): Promise<Report> {
  const end = performance.now() + milliseconds
  const turns = new Map<string, number>()
  const failures = new Map<string, string>()
  const take = async (tenant: Tenant, dice: Dice, first: number) => {
    for (let at = first; at < abuses.length || performance.now() < end; at += tenants.size) {
      const abuse = find(abuses[at] ?? dice.pick(abuses))
      try {
        await prepare(tenant, abuse, full)
        const until = AbortSignal.timeout(Math.round(turn * (0.5 + dice.next())))
        turns.set(abuse.name, (turns.get(abuse.name) ?? 0) + 1)
        await abuse.commit(createBully(tenant, dice, full, until))
      } catch (error) {
        failures.set(abuse.name, String(error))
        // Another time, it may work.
        prepared.get(tenant)?.delete(abuse)
        await sleep(AGAIN_MS)
      }
    }
  }
  await Promise.all([...tenants.values()].map((tenant, n) => take(tenant, createDice(seed + n), n)))
  return { ...reportOn([...tenants.values()]), turns: [...turns], failures: [...failures] }
}

function reportOn(all: readonly Tenant[]): Report {
  const statuses = new Map<number, number>()
  for (const { tally } of all)
    for (const [status, amount] of tally.statuses) statuses.set(status, (statuses.get(status) ?? 0) + amount)
  return { statuses: [...statuses], foreign: all.flatMap(({ tally }) => tally.foreign) }
}
