// The SQL that fills the inbox of durable consumers: `platform.change_inbox`, in the control plane.

import type { RowTexts } from '#platform/changes/feed/row-change.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { GapReason } from './consumed-change.ts'

/** InboxEntry is one step of a cluster's changes, as far as consumers may be concerned. */
export type InboxEntry =
  | { readonly kind: 'row'; readonly offset: number; readonly row: RowTexts }
  | {
      readonly kind: 'gap'
      readonly offset: number
      readonly table_id: string
      readonly reason: GapReason
      readonly committed_at: Date
    }
  /** begin is the place from which changes belong to a subscription. */
  | { readonly kind: 'begin'; readonly offset: number; readonly table_id: string; readonly consumer: string }

/** BacklogLimits bound what waits for one consumer of one project. */
export interface BacklogLimits {
  readonly rows: number
  readonly bytes: number
}

/** BACKLOG_LIMITS is what may wait: beyond it, the project's newer changes are dropped, with a gap for each table. */
export const BACKLOG_LIMITS: BacklogLimits = { rows: 1_000_000, bytes: 1024 ** 3 }

/** Mark is up to where a cluster's changes are in the inbox. */
export interface Mark {
  readonly epoch: string
  readonly offset: number
}

/** InboxWrite reports what became of some entries. */
export interface InboxWrite {
  /** mark is the mark behind them; of another epoch where they came too late. */
  readonly mark: Mark
  /** consumers are those for whom there is something new. */
  readonly consumers: ReadonlySet<string>
  /** dropped counts, by consumer, the changes for which there was no room. */
  readonly dropped: ReadonlyMap<string, number>
}

interface Subscription {
  readonly project_id: string
  readonly table_id: string
  readonly consumer: string
  begun: boolean
  is_full: boolean
}

interface Backlog {
  rows: number
  bytes: number
  newRows: number
  newBytes: number
}

interface Addition {
  readonly to: Subscription
  readonly entry: Exclude<InboxEntry, { readonly kind: 'begin' }>
}

// What an entry weighs beside its texts.
const OVERHEAD = 200

/** sizeOf returns about how many bytes an entry takes. */
export function sizeOf(entry: InboxEntry): number {
  if (entry.kind !== 'row') return OVERHEAD
  return OVERHEAD + entry.row.record.length + (entry.row.old_record?.length ?? 0)
}

/**
 * isFresh is false for an entry that stands before a mark. A gap has taken up a number, like a row; the place where a
 * subscription begins or the capture of a table ends has not, so at the mark it may not have been written yet.
 */
export function isFresh(entry: InboxEntry, mark: number): boolean {
  const hasNumber = entry.kind === 'row' || (entry.kind === 'gap' && entry.reason !== 'ended')
  return hasNumber ? entry.offset > mark : entry.offset >= mark
}

/** lockMark returns a cluster's mark, which nobody else can move until the transaction ends. */
export async function lockMark(db: Queryable, cluster: string): Promise<Mark | undefined> {
  const { rows } = await db.query<{ epoch: string; offset: string }>(
    'select epoch, "offset" from platform.change_marks where cluster = $1 for update',
    [cluster],
  )
  const [row] = rows
  return row === undefined ? undefined : { epoch: row.epoch, offset: Number(row.offset) }
}

/** saveMark moves a cluster's mark. */
export async function saveMark(db: Queryable, cluster: string, { epoch, offset }: Mark): Promise<void> {
  await db.query(
    `insert into platform.change_marks (cluster, epoch, "offset") values ($1, $2, $3)
     on conflict (cluster) do update set epoch = excluded.epoch, "offset" = excluded."offset"`,
    [cluster, epoch, offset],
  )
}

/**
 * beginEpoch has consumption go on in an epoch, in a transaction. Where it was in another one before, changes may have been
 * lost: each subscription gets a gap. It returns the mark.
 */
export async function beginEpoch(db: Queryable, cluster: string, start: Mark): Promise<Mark> {
  await db.query('set local synchronous_commit = on')
  const known = await lockMark(db, cluster)
  if (known?.epoch === start.epoch) return known
  if (known !== undefined) {
    const all = await listSubscriptions(db, cluster)
    const entry = { kind: 'gap', offset: start.offset, table_id: '', reason: 'lost' } as const
    const gap = { ...entry, committed_at: new Date() }
    await insertEntries(
      db,
      start.epoch,
      all.filter(({ begun }) => begun).map((to) => ({ to, entry: gap })),
    )
    // The place from which a new subscription counts may have been in what was lost.
    await db.query('update platform.change_subscriptions set begun = true where cluster = $1 and not begun', [
      cluster,
    ])
  }
  await saveMark(db, cluster, start)
  return start
}

/** writeEntries adds entries behind the mark, in a transaction; what is before it is there already. */
export async function writeEntries(
  db: Queryable,
  cluster: string,
  epoch: string,
  entries: readonly InboxEntry[],
  limits: BacklogLimits = BACKLOG_LIMITS,
): Promise<InboxWrite> {
  await db.query('set local synchronous_commit = on')
  const known = await lockMark(db, cluster)
  const none = { consumers: new Set<string>(), dropped: new Map<string, number>() }
  if (known !== undefined && known.epoch !== epoch) return { mark: known, ...none }
  const behind = known?.offset ?? -1
  const fresh = entries.filter((entry) => isFresh(entry, behind))
  const last = fresh.at(-1)
  if (last === undefined) return { mark: known ?? { epoch, offset: behind }, ...none }
  const sorted = await sort(db, cluster, fresh, limits)
  await insertEntries(db, epoch, sorted.additions)
  await saveSubscriptions(db, sorted.changed)
  const mark = { epoch, offset: Math.max(behind, last.offset) }
  await saveMark(db, cluster, mark)
  return { mark, consumers: new Set(sorted.additions.map(({ to }) => to.consumer)), dropped: sorted.dropped }
}

// Decides for each entry and subscription whether there is room for it.
async function sort(db: Queryable, cluster: string, entries: readonly InboxEntry[], limits: BacklogLimits) {
  const tables = [...new Set(entries.map((entry) => tableOf(entry)))]
  const subscriptions = await listSubscriptions(db, cluster, tables)
  const backlogs = await findBacklogs(db, subscriptions)
  const byTable = Map.groupBy(subscriptions, ({ table_id }) => table_id)
  const additions: Addition[] = []
  const changed = new Set<Subscription>()
  const dropped = new Map<string, number>()
  for (const entry of entries) {
    for (const to of byTable.get(tableOf(entry)) ?? []) {
      if (entry.kind === 'begin') {
        if (to.consumer === entry.consumer && !to.begun) changed.add(Object.assign(to, { begun: true }))
        continue
      }
      if (!to.begun) continue
      const backlog = backlogs.get(keyOf(to)) as Backlog
      const was = to.is_full
      const full = isFull(to, backlog, limits)
      if (was !== full) changed.add(to)
      if (full && entry.kind === 'row') dropped.set(to.consumer, (dropped.get(to.consumer) ?? 0) + 1)
      // Its gap stands there already.
      if (full && was) continue
      const added = full && entry.kind === 'row' ? gapFor(entry) : entry
      additions.push({ to, entry: added })
      backlog.newRows += 1
      backlog.newBytes += sizeOf(added)
    }
  }
  return { additions, changed, dropped }
}

// What was full has room again when half of it is consumed, so that a slow consumer does not get a gap with every batch.
function isFull(to: Subscription, backlog: Backlog, limits: BacklogLimits): boolean {
  const share = to.is_full ? 0.5 : 1
  const [rows, bytes] = [backlog.rows + backlog.newRows, backlog.bytes + backlog.newBytes]
  to.is_full = rows >= limits.rows * share || bytes >= limits.bytes * share
  return to.is_full
}

function gapFor({ offset, row }: Extract<InboxEntry, { readonly kind: 'row' }>): Addition['entry'] {
  const { table_id, committed_at } = row
  return { kind: 'gap', offset, table_id, reason: 'backlog', committed_at }
}

function tableOf(entry: InboxEntry): string {
  return entry.kind === 'row' ? entry.row.table_id : entry.table_id
}

const keyOf = ({ project_id, consumer }: { readonly project_id: string; readonly consumer: string }) =>
  `${project_id} ${consumer}`

async function listSubscriptions(
  db: Queryable,
  cluster: string,
  tables?: readonly string[],
): Promise<Subscription[]> {
  const { rows } = await db.query<Subscription>(
    `select project_id, table_id, consumer, begun, is_full from platform.change_subscriptions
     where cluster = $1 and ($2::uuid[] is null or table_id = any($2)) order by project_id, consumer`,
    [cluster, tables ?? null],
  )
  return rows
}

async function findBacklogs(
  db: Queryable,
  subscriptions: readonly Subscription[],
): Promise<Map<string, Backlog>> {
  const known = new Map(
    subscriptions.map((each) => [keyOf(each), { rows: 0, bytes: 0, newRows: 0, newBytes: 0 }]),
  )
  if (known.size === 0) return known
  const { rows } = await db.query<{ project_id: string; consumer: string; rows: string; bytes: string }>(
    `select project_id, consumer, rows, bytes from platform.change_backlogs where project_id = any($1)`,
    [[...new Set(subscriptions.map(({ project_id }) => project_id))]],
  )
  for (const { rows: count, bytes, ...whose } of rows) {
    const backlog = known.get(keyOf(whose))
    if (backlog !== undefined) Object.assign(backlog, { rows: Number(count), bytes: Number(bytes) })
  }
  return known
}

// Positions are drawn in the order of the entries.
const INSERT = `
insert into platform.change_inbox (project_id, consumer, table_id, epoch, "offset", committed_at, id, type, table_name,
  record, old_record, reason, bytes)
select project_id, consumer, table_id, $1, "offset", committed_at, id, type, table_name, record, old_record, reason, bytes
from unnest($2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::timestamptz[], $7::uuid[], $8::text[], $9::text[],
  $10::text[], $11::text[], $12::text[], $13::integer[])
  with ordinality as entries (project_id, consumer, table_id, "offset", committed_at, id, type, table_name, record,
    old_record, reason, bytes, ordinality)
order by ordinality`

// In one order, as a worker holds one of these for a moment.
const COUNT = `
insert into platform.change_backlogs (project_id, consumer, rows, bytes)
select project_id, consumer, sum(rows), sum(bytes)
from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[]) as added (project_id, consumer, rows, bytes)
group by project_id, consumer order by project_id, consumer
on conflict (project_id, consumer) do update
  set rows = change_backlogs.rows + excluded.rows, bytes = change_backlogs.bytes + excluded.bytes`

async function insertEntries(db: Queryable, epoch: string, additions: readonly Addition[]): Promise<void> {
  if (additions.length === 0) return
  const rows = additions.map(({ entry }) => (entry.kind === 'row' ? entry.row : undefined))
  const projects = additions.map(({ to }) => to.project_id)
  const consumers = additions.map(({ to }) => to.consumer)
  const bytes = additions.map(({ entry }) => sizeOf(entry))
  await db.query(INSERT, [
    epoch,
    projects,
    consumers,
    additions.map(({ to }) => to.table_id),
    additions.map(({ entry }) => entry.offset),
    additions.map(({ entry }) => (entry.kind === 'row' ? entry.row : entry).committed_at),
    rows.map((row) => row?.id),
    rows.map((row) => row?.type),
    rows.map((row) => row?.table),
    rows.map((row) => row?.record),
    rows.map((row) => row?.old_record),
    additions.map(({ entry }) => (entry.kind === 'gap' ? entry.reason : undefined)),
    bytes,
  ])
  await db.query(COUNT, [projects, consumers, additions.map(() => 1), bytes])
}

async function saveSubscriptions(db: Queryable, changed: ReadonlySet<Subscription>): Promise<void> {
  for (const { project_id, table_id, consumer, begun, is_full } of changed)
    await db.query(
      `update platform.change_subscriptions set begun = $4, is_full = $5
       where project_id = $1 and table_id = $2 and consumer = $3`,
      [project_id, table_id, consumer, begun, is_full],
    )
}
