// Advice: what in a project is worth a look, each with what it is, where, and what to do.
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { listOpenActions } from '#modules/database/policies/open-actions.service.ts'
import { listUnrestrictedReads } from '#modules/database/policies/unrestricted-reads.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import type { Platform } from '#platform/platform.ts'
import type { Advice } from './advice-entry.ts'
import { adviseOnTable } from './advise-on-table.ts'
import type { TableFigures } from './figures.ts'
import * as store from './overview.store.ts'

const DAY_MS = 24 * 3_600_000
const SLOW_MS = 1000
const OLD_SECRET_DAYS = 180
const CONTACT = /(?:^|_)(?:e?mail|phone|mobile|msisdn|address|street|simu|anwani|barua_pepe)(?:_|$)/
const ORDER = { error: 0, warning: 1, info: 2 } as const

/** findAdvice returns what to do, the gravest first. */
export async function findAdvice(
  platform: Platform,
  project: ProjectRecord,
  figures: readonly TableFigures[],
): Promise<Advice[]> {
  const db = platform.clusters.main.adminOf(project)
  const now = platform.clock.now()
  const found = [
    ...(await adviseOnPolicies(platform, project)),
    ...figures.flatMap(adviseOnTable),
    ...slowRequests(await store.listSlowRoutes(db, project.id, new Date(now.getTime() - DAY_MS), SLOW_MS)),
    ...oldSecrets(
      await store.listOldSecrets(db, project.id, new Date(now.getTime() - OLD_SECRET_DAYS * DAY_MS)),
    ),
    ...failingWebhooks(await store.listFailingWebhooks(db, project.id)),
  ]
  return found.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity])
}

async function adviseOnPolicies(platform: Platform, project: ProjectRecord): Promise<Advice[]> {
  const tables: ProjectTables = await platform.shapes.of(project, 'dashboard')
  const open = await listOpenActions(platform, project, 'publishable')
  const own = [...tables.values()].filter(({ is_view, slug }) => !is_view && builtInTable(slug) === undefined)
  const exposed = [...tables.values()]
    .filter(({ id }) => open.get(id)?.has('select'))
    .flatMap(exposedContacts)
  const all = await listOpenActions(platform, project, 'user')
  const past = await listUnrestrictedReads(platform, project)
  return [
    ...exposed,
    ...own.filter(({ id }) => !all.has(id)).map(withoutPolicies),
    ...[...past].map(readingPast),
  ]
}

function readingPast([slug, read]: [string, ReadonlySet<string>]): Advice {
  const tables = [...read].toSorted()
  return {
    code: 'policies_read_past_policies',
    severity: 'info',
    what: `Policies of ${slug} read ${tables.join(', ')} past the policies there.`,
    where: { table: slug, reads: tables },
    todo: 'Make sure that what these policies let callers see may tell them of rows that they do not see.',
    docs: 'policies.md',
  }
}

function exposedContacts({ slug, columns }: TableShape): Advice[] {
  const contacts = [...columns.values()]
    .filter(({ name, data_type }) => data_type === 'email' || data_type === 'phone' || CONTACT.test(name))
    .map(({ name }) => name)
  if (contacts.length === 0) return []
  return [
    {
      code: 'contacts_open_to_publishable_keys',
      severity: 'error',
      what: `Anyone with a publishable key may read ${contacts.join(', ')} of rows of ${slug}.`,
      where: { table: slug, columns: contacts },
      todo: 'Restrict the policies for select, or move these columns to a table that publishable keys cannot read.',
      docs: 'policies.md',
    },
  ]
}

function withoutPolicies({ slug }: TableShape): Advice {
  return {
    code: 'table_without_policies',
    severity: 'info',
    what: `${slug} has no policies: publishable keys and end users see no rows of it.`,
    where: { table: slug },
    todo: 'Add a policy if they should; secret keys and functions have access as it is.',
    docs: 'policies.md',
  }
}

function slowRequests(routes: readonly store.SlowRoute[]): Advice[] {
  return routes.map(({ method, path, requests, average_ms }) => ({
    code: 'slow_requests',
    severity: 'warning',
    what: `${requests} requests to ${method} ${path} took ${Math.round(average_ms)} ms on average in the last day.`,
    where: { method, path },
    todo: 'Look at the plan with POST /query/explain, index the columns it filters and sorts by, or read fewer rows.',
    docs: 'query-exec.md',
  }))
}

function oldSecrets(secrets: readonly store.OldSecret[]): Advice[] {
  return secrets.map(({ key, created_at }) => ({
    code: 'secret_never_rotated',
    severity: 'warning',
    what: `The secret ${key} has had the same value since ${created_at.toISOString().slice(0, 10)}.`,
    where: { secret: key },
    todo: 'Give it a new value.',
    docs: 'secrets.md',
  }))
}

function failingWebhooks(webhooks: readonly store.FailingWebhook[]): Advice[] {
  return webhooks.map(({ id, name, disabled_reason, failing_since }) => ({
    code: 'webhook_failing',
    severity: 'error',
    what:
      disabled_reason === null
        ? `The webhook ${name} has failed since ${failing_since?.toISOString()}.`
        : `The webhook ${name} was disabled: ${disabled_reason}`,
    where: { webhook: name, webhook_id: id },
    todo: 'See what its receiver answered in its deliveries, mend the receiver, and send the events again.',
    docs: 'webhooks.md',
  }))
}
