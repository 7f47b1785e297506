// The places of a pool: a connection each, what it is doing, and how many of them somebody may hold.
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import type { Held } from './holders.ts'

/** Slot is the place of one connection. */
export interface Slot extends Held {
  connection: DataConnection | undefined
  connecting: Promise<DataConnection> | undefined
  /** used counts the packets in flight; `depth` of them where one user has the connection alone. */
  used: number
  /** slow counts those of slow accounts. */
  slow: number
  /** progress is when it was opened, last took a packet while idle, or finished one, in milliseconds. */
  progress: number
  /** generation is that of the pool when the connection was opened. */
  generation: number
}

/** emptySlot returns a slot without a connection. */
export function emptySlot(): Slot {
  return {
    holders: [],
    connection: undefined,
    connecting: undefined,
    used: 0,
    slow: 0,
    progress: 0,
    generation: 0,
  }
}

/** served returns how many projects the connection has served. */
export function served({ connection }: Slot): number {
  return connection?.projects.size ?? 0
}

/** takes returns for how many milliseconds a connection has been at its packet. */
export function takes(slot: Slot, now: number): number {
  return slot.used > 0 ? now - slot.progress : 0
}

/**
 * sharesOf returns how many connections of a pool one project, one account, and all slow accounts may hold. A quarter is
 * out of reach for one project, and an eighth for one account, at least one of each. Slow accounts leave half to others.
 */
export function sharesOf(size: number) {
  const but = (kept: number) => Math.max(1, size - Math.max(1, Math.floor(kept)))
  return { first: Math.ceil(size / 2), project: but(size / 4), account: but(size / 8), slow: but(size / 2) }
}

/** hash spreads ids evenly over numbers of 32 bits, and costs nothing (FNV-1a). */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
