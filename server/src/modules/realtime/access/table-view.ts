// Which changes of a table callers are allowed to see: the settings of the project decide first, then the policies for
// select. UPDATE is checked against the new row, DELETE against the old row; an old row that a caller is not allowed to
// see is left out.
import { setImmediate } from 'node:timers/promises'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { getLivePolicies, type LivePolicies } from '#modules/database/policies/live.service.ts'
import type { LiveConfig } from '#modules/realtime/settings/live-config.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type Audience, includes, type Listener, type Recipients } from './audience.ts'
import type { LiveCaller } from './callers.ts'
import type { DatabaseChecks } from './database-checks.ts'

/** TableView is a snapshot of all that decides who receives a table's events. */
export interface TableView {
  readonly project: ProjectRecord
  readonly table: TableShape
  readonly config: LiveConfig
  readonly policies: LivePolicies
}

/** CheckedChange is a change, with who is allowed to see its row and its old row. */
export interface CheckedChange {
  readonly change: Change
  readonly row: Recipients
  readonly old: Recipients | undefined
}

/** checkWatchable throws a 400 if the table is a view; `field` is the parameter that named it. */
export function checkWatchable(field: string, { slug, is_view }: TableShape): void {
  if (is_view === true)
    throw invalidInput(`${field}: ${slug} is a view and has no changes of its own; watch its tables.`)
}

/** readView reads the snapshot of a table, or returns undefined if the project has no such table. */
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

/** AccessCheckError says that PostgreSQL could not decide who is allowed to see changes of a table. */
export class AccessCheckError extends AppError {
  override readonly name = 'AccessCheckError'

  constructor({ slug }: TableShape, cause: unknown) {
    const code = cause instanceof AppError ? cause.code : 'internal'
    super(
      code,
      `The policies of the table ${slug} took too long or failed, so its changes could not be delivered.`,
      {
        cause,
      },
    )
  }
}

/**
 * checkAccess returns who is allowed to see each change that the settings let through: at once, unless that takes more
 * than a turn of the event loop or PostgreSQL has to decide. It throws an AccessCheckError if PostgreSQL fails.
 */
export function checkAccess<L extends Listener>(
  checks: DatabaseChecks,
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
): CheckedChange[] | Promise<CheckedChange[]> {
  const sent = changes.filter(({ type }) => view.config.sends(type, view.table.id))
  const first = checkTurn(view, sent, audience)
  const done = finish(checks, view, first)
  return first.length === sent.length ? done : checkRest(checks, view, sent, audience, done)
}

// How much work is done before others have their turn, in units of a recipients' `work`. It can be exceeded by one row.
const TURN = 4_000_000

function checkTurn<L extends Listener>(
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
): CheckedChange[] {
  const { access } = view.policies
  const checked: CheckedChange[] = []
  let work = 0
  for (const change of changes) {
    if (work > TURN) break
    const old = change.type === 'UPDATE' ? change.old_record : undefined
    const row = audience.select(access, change.record)
    const before = old && audience.select(access, old)
    work += row.work + (before?.work ?? 0)
    checked.push({ change, row, old: before })
  }
  return checked
}

async function checkRest<L extends Listener>(
  checks: DatabaseChecks,
  view: TableView,
  changes: readonly Change[],
  audience: Audience<L>,
  begun: CheckedChange[] | Promise<CheckedChange[]>,
): Promise<CheckedChange[]> {
  const checked = await begun
  while (checked.length < changes.length) {
    await setImmediate()
    const some = checkTurn(view, changes.slice(checked.length), audience)
    checked.push(...(await finish(checks, view, some)))
  }
  return checked
}

function finish(
  checks: DatabaseChecks,
  view: TableView,
  checked: CheckedChange[],
): CheckedChange[] | Promise<CheckedChange[]> {
  const undecided = undecidedRows(checked)
  return undecided.size === 0 ? checked : checkInDatabase(checks, view, checked, undecided)
}

type Rows = Map<LiveCaller, Set<JsonRow>>

function undecidedRows(checked: readonly CheckedChange[]): Rows {
  const undecided: Rows = new Map()
  const add = (caller: LiveCaller, row: JsonRow) => {
    const rows = undecided.get(caller)
    if (rows === undefined) undecided.set(caller, new Set([row]))
    else rows.add(row)
  }
  for (const { row, old } of checked) {
    for (const caller of row.undecided) add(caller, row.row)
    if (old === undefined) continue
    const candidates = new Set(row.undecided)
    for (const caller of old.undecided)
      if (candidates.has(caller) || includes(row, caller)) add(caller, old.row)
  }
  return undecided
}

async function checkInDatabase(
  checks: DatabaseChecks,
  { project, table, policies }: TableView,
  checked: CheckedChange[],
  undecided: Rows,
): Promise<CheckedChange[]> {
  const visible = await checks.run(project, table, policies, undecided).catch((error) => {
    throw new AccessCheckError(table, error)
  })
  for (const { row, old } of checked) {
    for (const selection of old === undefined ? [row] : [row, old]) {
      for (const caller of selection.undecided)
        if (visible.get(caller)?.has(selection.row)) selection.callers.add(caller)
    }
  }
  return checked
}
