// What functions did and logged: buffered in memory, written within a second, kept for 7 days, of each function so many. A flood
// is cut: of one project so many lines are kept a second, and a line says how many are missing.

import { hasPlaces } from '#modules/automation/functions/bundle/code-places.ts'
import type { LiveFunctions } from '#modules/automation/functions/live/live-functions.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { writeBehind } from '#platform/work/write-behind.ts'
import type { InvocationReport } from '#platform/workerd/runtime-host.ts'
import { watchFailures } from './failing.ts'
import * as store from './function-log.store.ts'
import { inSource, sourceStack } from './source-stack.ts'
import { createTrimmer } from './trimmer.ts'

/** Answered names an invocation and its function. */
export interface Answered {
  readonly function_id: string
  readonly invocation_id: string
}

/** FunctionLog records what functions do. */
export interface FunctionLog {
  /** record notes an invocation that has ended. */
  record(row: store.InvocationRow): void
  /** report notes what an invocation logged. */
  report(projectId: string, report: InvocationReport): Promise<void>
  /** complain notes what the server finds wrong with what an invocation has answered, for those who read its log. */
  complain(projectId: string, answered: Answered, message: string): void
  /** flush writes what is buffered. */
  flush(): Promise<void>
  /** upkeep deletes what is old. */
  readonly upkeep: readonly Upkeep[]
  /** close writes what is buffered for the last time. */
  close(): Promise<void>
}

interface Buffer {
  readonly lines: store.LogRow[]
  /** characters is how long the messages of the lines are. */
  readonly characters: number
  readonly invocations: store.InvocationRow[]
  readonly dropped: number
  /** uncounted is true where more are missing than anybody has counted. */
  readonly uncounted: boolean
}

const FLUSH_MS = 1000
const CLEAN_MS = 3_600_000
const KEEP_DAYS = 7
// Figures are made from 100,000 invocations.
const KEEP_ROWS = { function_logs: 50_000, function_invocations: 200_000 } as const
const MAX_LINES = 1000
const MAX_INVOCATIONS = 1000
const MAX_MESSAGE = 8192
// Of all projects together, while nothing can be written: each has the same share.
const MAX_CHARACTERS = 64 * 1024 * 1024
const MAX_ALL_INVOCATIONS = 200_000
// Of one invocation.
const MAX_EXCEPTIONS = 5
const LEVELS: ReadonlySet<string> = new Set(['debug', 'info', 'log', 'warn', 'error'])

/** createFunctionLog returns the log of this node. */
export function createFunctionLog(platform: Platform, functions: LiveFunctions): FunctionLog {
  const { clock, log } = platform
  const db = platform.clusters.main.admin
  const failures = watchFailures(platform)
  const trimmer = createTrimmer((table, functionId) => store.trim(db, table, functionId, KEEP_ROWS[table]))
  const what = 'write the log of functions'
  const writeOne = async ({ lines: kept, invocations, dropped, uncounted }: Buffer) => {
    const last = kept.at(-1)
    const isCut = (dropped > 0 || uncounted) && last !== undefined
    const lines = isCut ? [...kept, { ...last, level: 'warn', message: leftOut(dropped, uncounted) }] : kept
    if (invocations.length > 0) await store.insertInvocations(db, invocations)
    if (lines.length > 0) await store.insertLines(db, lines)
    return { lines, invocations }
  }
  const behind = writeBehind<Buffer>({
    ...{ log, what, afterMs: FLUSH_MS, merge },
    // What cannot be written of one project is nothing to the others.
    async write(buffers, done) {
      const errors: unknown[] = []
      for (const [projectId, buffer] of buffers)
        try {
          const { lines, invocations } = await writeOne(buffer)
          done(projectId)
          await trimmer.wrote('function_invocations', invocations)
          await trimmer.wrote('function_logs', lines)
        } catch (err) {
          errors.push(err)
        }
      await failures.report()
      if (errors.length > 0) throw errors[0]
    },
  })
  const clean = (stopping: AbortSignal) =>
    store.deleteBefore(db, new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000), stopping)

  return {
    record(row) {
      platform.usage.of(row.project_id).function_invocations += 1
      failures.note(row)
      behind.note(row.project_id, bufferOf({ invocations: [row] }))
    },
    async report(projectId, { worker, invocation, logs, exceptions, dropped, uncounted = false }) {
      const named = /^([0-9a-f-]{36})@(\d+)-/.exec(worker)
      if (named === null || invocation === null || !/^[0-9a-f-]{36}$/.test(invocation)) return
      const [, functionId = '', version] = named
      const errors = exceptions.slice(0, MAX_EXCEPTIONS)
      const texts = logs.map(({ message, ...line }) => ({ ...line, text: textOf(message) }))
      const isPlaced = errors.length > 0 || texts.some(({ text }) => hasPlaces(text))
      const places = isPlaced ? await functions.placesOf(projectId, functionId, Number(version)) : undefined
      const logged = texts.map((line) => ({ ...line, text: inSource(line.text, places) }))
      const thrown = errors.map(({ timestamp, ...error }) => {
        return { level: 'error', timestamp, text: textOf([sourceStack(error, places)]) }
      })
      const said = [...logged, ...thrown].map(({ level, text, timestamp }) => ({
        project_id: projectId,
        function_id: functionId,
        invocation_id: invocation,
        level: LEVELS.has(level) ? level : 'log',
        message: text,
        created_at: new Date(Number.isFinite(timestamp) ? timestamp : clock.now().getTime()),
      }))
      const lines = said.slice(0, MAX_LINES)
      const missing = said.length - lines.length + exceptions.length - errors.length
      behind.note(projectId, bufferOf({ lines, dropped: dropped + missing, uncounted }))
    },
    complain(projectId, { function_id, invocation_id }, message) {
      const line = {
        project_id: projectId,
        function_id,
        invocation_id,
        level: 'error',
        created_at: clock.now(),
        message: textOf([message]),
      }
      behind.note(projectId, bufferOf({ lines: [line] }))
    },
    flush: behind.flush,
    upkeep: [{ what: 'delete old lines of the log of functions', everyMs: CLEAN_MS, run: clean }],
    close: behind.close,
  }
}

function leftOut(count: number, uncounted: boolean): string {
  const lines = count === 0 ? 'Further lines' : `${uncounted ? 'More than ' : ''}${count} lines`
  return `${lines} of a flood are left out here.`
}

function bufferOf({ lines = [], invocations = [], dropped = 0, uncounted = false }: Partial<Buffer>): Buffer {
  const characters = lines.reduce((sum, { message }) => sum + message.length, 0)
  return { lines, characters, invocations, dropped, uncounted }
}

function merge({ lines, invocations, ...older }: Buffer, newer: Buffer, projects: number): Buffer {
  const room = MAX_CHARACTERS / projects - older.characters
  const added = newer.characters > room ? [] : newer.lines.slice(0, Math.max(0, MAX_LINES - lines.length))
  lines.push(...added)
  const most = Math.min(MAX_INVOCATIONS, Math.ceil(MAX_ALL_INVOCATIONS / projects))
  invocations.push(...newer.invocations.slice(0, Math.max(0, most - invocations.length)))
  return {
    ...{ lines, invocations, uncounted: older.uncounted || newer.uncounted },
    characters: older.characters + bufferOf({ lines: added }).characters,
    dropped: older.dropped + newer.dropped + newer.lines.length - added.length,
  }
}

// As a console shows it. PostgreSQL's text holds no NUL.
function textOf(message: readonly unknown[]): string {
  const parts = Array.isArray(message) ? message : [message]
  const text = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ')
  return text.slice(0, MAX_MESSAGE).replaceAll('\0', '\uFFFD').toWellFormed()
}
