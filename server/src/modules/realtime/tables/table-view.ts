// Which changes of a table callers may hear of: the settings of the project, then the policies for select. An UPDATE is
// judged by the new row, a DELETE by the row before; an old row that a caller may not see is left out (design 5).
import { setImmediate } from 'node:timers/promises'
import type { Row } from '#engine/access/live-access.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { getLivePolicies, type LivePolicies } from '#modules/policies/live.service.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { LiveConfig } from '#realtime/settings/live-config.ts'
import type { DatabaseDecider } from './ask-database.ts'
import { type Audience, includes, type Listener, type Selection } from './audience.ts'
import type { LiveCaller } from './callers.ts'

/** TableView is all that decides about a table's events, as it was read at one moment. */
export interface TableView {
  readonly project: ProjectRecord
  readonly table: TableShape
  readonly config: LiveConfig
  readonly policies: LivePolicies
}

/** Judged is a change and who may hear of it, and of the row before. */
export interface Judged {
  readonly change: Change
  readonly row: Selection
  readonly old: Selection | undefined
}

/** checkWatchable refuses a view, which has no changes of its own; `field` is what named it. */
export function checkWatchable(field: string, { slug, is_view }: TableShape): void {
  if (is_view === true)
    throw invalidInput(`${field}: ${slug} is a view and has no changes of its own; watch its tables.`)
}

/** readView reads what decides about a table, or gives undefined where the project has no such table. */
export async function readView(
  platform: Platform,
  project: ProjectRecord,
  config: LiveConfig,
  slug: string,
): Promise<TableView | undefined> {
  const tables = await platform.shapes.of(project)
  const table = tables.get(slug)
  if (table === undefined || table.is_view === true) return undefined
  return { project, table, config, policies: await getLivePolicies(platform, project, tables, table) }
}

/** UnjudgedError says that neither JavaScript nor PostgreSQL could decide who may see changes of a table. */
export class UnjudgedError extends AppError {
  override readonly name = 'UnjudgedError'

  constructor({ slug }: TableShape, cause: unknown) {
    const code = cause instanceof AppError ? cause.code : 'internal'
    super(
      code,
      `It could not be decided who may see the changes of ${slug}: its policies took too long or failed.`,
      {
        cause,
      },
    )
  }
}

/**
 * judge decides about changes for an audience: at once, unless that takes more than a turn of the event loop or
 * PostgreSQL must be asked. It throws an UnjudgedError where PostgreSQL cannot answer.
 */
export function judge<L extends Listener>(
  decider: DatabaseDecider,
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
): Judged[] | Promise<Judged[]> {
  const sent = changes.filter(({ type }) => view.config.sends(type, view.table.id))
  const first = judgeTurn(view, sent, audience)
  const done = finish(decider, view, first)
  return first.length === sent.length ? done : judgeRest(decider, view, sent, audience, done)
}

// In units of a row's work: between so much and the work of one more row is decided before others have their turn.
const TURN = 4_000_000

function judgeTurn<L extends Listener>(
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
): Judged[] {
  const { access } = view.policies
  const judged: Judged[] = []
  let work = 0
  for (const change of changes) {
    if (work > TURN) break
    const old = change.type === 'UPDATE' ? change.old_record : undefined
    const row = audience.select(access, change.record)
    const before = old && audience.select(access, old)
    work += row.work + (before?.work ?? 0)
    judged.push({ change, row, old: before })
  }
  return judged
}

async function judgeRest<L extends Listener>(
  decider: DatabaseDecider,
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
  begun: Judged[] | Promise<Judged[]>,
): Promise<Judged[]> {
  const judged = await begun
  while (judged.length < changes.length) {
    await setImmediate()
    const some = judgeTurn(view, changes.slice(judged.length), audience)
    judged.push(...(await finish(decider, view, some)))
  }
  return judged
}

function finish(decider: DatabaseDecider, view: TableView, judged: Judged[]): Judged[] | Promise<Judged[]> {
  const questions = questionsOf(judged)
  return questions.size === 0 ? judged : settle(decider, view, judged, questions)
}

type Rows = Map<LiveCaller, Set<Row>>

function questionsOf(judged: readonly Judged[]): Rows {
  const questions: Rows = new Map()
  const ask = (caller: LiveCaller, row: Row) => {
    const rows = questions.get(caller)
    if (rows === undefined) questions.set(caller, new Set([row]))
    else rows.add(row)
  }
  for (const { row, old } of judged) {
    for (const caller of row.unsure) ask(caller, row.row)
    if (old === undefined) continue
    const mayHear = new Set(row.unsure)
    for (const caller of old.unsure) if (mayHear.has(caller) || includes(row, caller)) ask(caller, old.row)
  }
  return questions
}

async function settle(
  decider: DatabaseDecider,
  { project, table, policies }: TableView,
  judged: Judged[],
  questions: Rows,
): Promise<Judged[]> {
  const answers = await decider.decide(project, table, policies, questions).catch((error) => {
    throw new UnjudgedError(table, error)
  })
  for (const { row, old } of judged) {
    for (const selection of old === undefined ? [row] : [row, old]) {
      for (const caller of selection.unsure)
        if (answers.get(caller)?.has(selection.row)) selection.callers.add(caller)
    }
  }
  return judged
}
