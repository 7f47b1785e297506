// What can be done with a table over the data API. Addresses are checked by it before the screen is loaded.
import type { Table } from '#api/client/schemas.ts'

/** OPERATIONS are the requests, in their order. */
export const OPERATIONS = [
  'list',
  'filter',
  'one',
  'insert',
  'update',
  'delete',
  'upsert',
  'batch',
  'live',
] as const

/** Operation names one. */
export type Operation = (typeof OPERATIONS)[number]

const WRITES: readonly Operation[] = ['insert', 'update', 'delete', 'upsert', 'batch']

/** writes is whether an operation changes rows. */
export function writes(operation: Operation): boolean {
  return WRITES.includes(operation)
}

/** operationsOf returns what can be done with a table. */
export function operationsOf({ read_only }: Table): readonly Operation[] {
  return OPERATIONS.filter((operation) => !(read_only && writes(operation)))
}
