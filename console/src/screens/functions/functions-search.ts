// The view of the functions screen, as the address has it.
import type { LogLevel } from '#api/services/functions.ts'
import { type DeliverySearch, deliverySearchOf } from '#events/delivery-search.ts'

/** LEVELS are those of lines of a log. */
export const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const satisfies readonly LogLevel[]

/** TABS are the parts of a function. */
export const TABS = ['code', 'triggers', 'versions', 'logs', 'invocations', 'figures', 'settings'] as const

/** FunctionTab is one part of a function. */
export type FunctionTab = (typeof TABS)[number]

/** FunctionPageProps name the function that is open. */
export interface FunctionPageProps {
  readonly projectId: string
  readonly functionId: string
}

/** FunctionsSearch is what the address says: the function that is open and its part, filters of its log, and its trigger. */
export interface FunctionsSearch extends DeliverySearch {
  readonly search?: string | undefined
  readonly create?: boolean | undefined
  readonly function?: string | undefined
  readonly tab?: FunctionTab | undefined
  readonly file?: string | undefined
  readonly version?: number | undefined
  readonly trigger?: string | undefined
  readonly level?: LogLevel | undefined
  readonly text?: string | undefined
  readonly invocation?: string | undefined
  readonly follow?: boolean | undefined
  readonly hours?: number | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const ID = /^[0-9a-f-]{36}$/i
const id = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined)

/** functionsSearchOf reads the address, and leaves out what it does not know. */
export function functionsSearchOf(raw: Record<string, unknown>): FunctionsSearch {
  const version = Number(raw.version)
  const hours = Number(raw.hours)
  return {
    search: text(raw.search),
    create: raw.create === true || undefined,
    function: id(raw.function),
    tab: TABS.find((tab) => tab === raw.tab),
    file: text(raw.file),
    version: Number.isInteger(version) && version > 0 ? version : undefined,
    trigger: id(raw.trigger),
    ...deliverySearchOf(raw),
    level: LEVELS.find((level) => level === raw.level),
    text: text(raw.text),
    invocation: id(raw.invocation),
    follow: raw.follow === true || undefined,
    hours: hours === 1 || hours === 168 ? hours : undefined,
  }
}
