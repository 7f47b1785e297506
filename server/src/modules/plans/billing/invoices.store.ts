// The SQL of invoices: table `platform.invoices`, and the plans of months that are closed.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Line } from './prices.ts'

/** InvoiceSummary is an invoice without its lines. `period` is a month such as 2026-11. */
export interface InvoiceSummary {
  readonly id: string
  readonly number: string
  readonly organisation_id: string
  readonly project_id: string
  readonly project_name: string
  readonly period: string
  readonly currency: string
  /** total is in minor units of the currency. */
  readonly total: number
  readonly issued_at: Date
}

/** Invoice is an invoice with its lines. */
export interface Invoice extends InvoiceSummary {
  readonly lines: readonly Line[]
}

/** InvoiceOwner is whose invoices: a project's, or all of an organisation's, those of deleted projects included. */
export type InvoiceOwner = { readonly project_id: string } | { readonly organisation_id: string }

const SUMMARY = `id, to_char(period, 'YYYY-MM') || '-' || left(project_id::text, 8) as number, organisation_id,
  project_id, project_name, to_char(period, 'YYYY-MM') as period, currency, total::float8 as total, issued_at`

/** listInvoices returns invoices, the latest month first. */
export async function listInvoices(
  db: Queryable,
  owner: InvoiceOwner,
  { limit, period }: { limit: number; period?: string | undefined },
): Promise<InvoiceSummary[]> {
  const { sql, id } = ownerOf(owner)
  const { rows } = await db.query<InvoiceSummary>(
    `select ${SUMMARY} from platform.invoices
     where ${sql} and ($2::date is null or period = $2) order by platform.invoices.period desc, id limit $3`,
    [id, period === undefined ? null : `${period}-01`, limit],
  )
  return rows
}

/** findInvoice returns one invoice of an owner. */
export async function findInvoice(
  db: Queryable,
  owner: InvoiceOwner,
  invoiceId: string,
): Promise<Invoice | undefined> {
  const { sql, id } = ownerOf(owner)
  const { rows } = await db.query<Invoice>(
    `select ${SUMMARY}, lines from platform.invoices where ${sql} and id = $2`,
    [id, invoiceId],
  )
  return rows[0]
}

function ownerOf(owner: InvoiceOwner): { sql: string; id: string } {
  return 'project_id' in owner
    ? { sql: 'project_id = $1', id: owner.project_id }
    : { sql: 'organisation_id = $1', id: owner.organisation_id }
}

/** NewInvoice is what is charged for a month of a project; `period` is its first day. */
export interface NewInvoice {
  readonly id: string
  readonly project_id: string
  readonly period: string
  readonly currency: string
  readonly total: number
  readonly lines: readonly Line[]
  readonly issued_at: Date
}

/** insertInvoice issues an invoice, unless the month has one, and reports whether it did. */
export async function insertInvoice(db: Queryable, invoice: NewInvoice): Promise<boolean> {
  const { id, project_id, period, currency, total, lines, issued_at } = invoice
  const { rowCount } = await db.query(
    `insert into platform.invoices
       (id, organisation_id, project_id, project_name, period, currency, total, lines, issued_at)
     select $1, organisation_id, id, name, $3, $4, $5, $6, $7 from platform.projects where id = $2
     on conflict (project_id, period) do nothing`,
    [id, project_id, period, currency, total, JSON.stringify(lines), issued_at],
  )
  return rowCount === 1
}

/** OpenMonth is a month of a project that has no invoice yet, by its first day. */
export interface OpenMonth {
  readonly project_id: string
  readonly month: string
}

// A month is closed only once the project has begun a later one, which has taken over its plan.
const OPEN = `
select distinct b.project_id, date_trunc('month', b.starts)::date::text as month
from platform.billing_plans b
where b.starts < $1::date and exists (
  select from platform.billing_plans l where l.project_id = b.project_id and l.starts >= $1::date)
order by month, project_id limit $2`

/** listOpenMonths returns some months before a day that are still to be closed, the earliest first. */
export async function listOpenMonths(db: Queryable, before: string, most: number): Promise<OpenMonth[]> {
  return (await db.query<OpenMonth>(OPEN, [before, most])).rows
}

/** listMonths returns all open months of a project, the earliest first. */
export async function listMonths(db: Queryable, projectId: string): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>(
    `select distinct date_trunc('month', starts)::date::text as month from platform.billing_plans
     where project_id = $1 order by month`,
    [projectId],
  )
  return rows.map(({ month }) => month)
}

/** deletePlans closes a month: what it was billed by is in its invoice. */
export async function deletePlans(db: Queryable, projectId: string, from: string, to: string): Promise<void> {
  await db.query(
    'delete from platform.billing_plans where project_id = $1 and starts >= $2::date and starts < $3::date',
    [projectId, from, to],
  )
}

/** deleteTerms deletes terms that no project has any more. */
export async function deleteTerms(db: Queryable, keep: readonly string[]): Promise<void> {
  await db.query(
    `delete from platform.plan_terms t where t.digest <> all($1)
       and not exists (select from platform.billing_plans b where b.digest = t.digest)`,
    [keep],
  )
}
