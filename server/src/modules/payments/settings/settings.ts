// The settings of payments: credentials are sealed together, and shown by their last characters only.
import type { z } from 'zod'
import type { Payments } from '#modules/payments/context/payments.ts'
import { callbackProblem } from '#modules/payments/model/callback-address.ts'
import type { PaymentSettings, settingsUpdate } from '#modules/payments/model/settings.schema.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Config } from '#platform/config/config.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal, type Seal } from '#platform/crypto/sealed.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { keepFormerAccounts, readFormerAccounts } from './former-accounts.store.ts'

const CREDENTIALS = [
  'provider_a_consumer_key',
  'provider_a_consumer_secret',
  'provider_a_passkey',
  'provider_b_api_key',
  'provider_b_webhook_secret',
] as const

type Credential = (typeof CREDENTIALS)[number]

const DEFAULTS: PaymentSettings = {
  is_active: false,
  allow_publishable_key: false,
  provider_a_environment: 'sandbox',
  provider_a_shortcode: null,
  provider_a_consumer_key: null,
  provider_a_consumer_secret: null,
  provider_a_passkey: null,
  provider_a_callback_url: null,
  provider_a_confirm: 'token',
  provider_a_queries_per_minute: 5,
  provider_b_mode: 'sandbox',
  // The provider grants 60 requests a minute in all: half of them are left for new payments.
  provider_b_queries_per_minute: 30,
  provider_b_api_key: null,
  provider_b_webhook_secret: null,
  provider_b_callback_url: null,
}

// What caches of settings listen for.
const SETTINGS_CHANGED = topic('payment-settings')
const MAX_KNOWN = 10_000

/** createSettingsCache returns the settings of projects as of their latest change, on whatever node that was. */
export function createSettingsCache({ clock, clusters, keys, invalidations }: Platform) {
  const cache = new LookupCache<PaymentSettings>(clock, MAX_KNOWN, (id) =>
    readSettings(clusters.main.adminOf({ id }), sealOf({ keys }), id),
  )
  invalidations.on(SETTINGS_CHANGED, (id) => cache.forget(id))
  return cache
}

/** getSettings returns the settings of a project with credentials in the clear, which must not leave the server. */
export async function getSettings(
  { settings }: Pick<Payments, 'settings'>,
  project: ProjectRecord,
): Promise<PaymentSettings> {
  return (await settings.find(project.id)) ?? DEFAULTS
}

/**
 * formerSettings returns the settings of a project as they were with each account that it has used in the last three days, or
 * with one of them, the latest first.
 */
export async function formerSettings(
  payments: Pick<Payments, 'settings' | 'platform'>,
  project: ProjectRecord,
  account?: string,
): Promise<PaymentSettings[]> {
  const { clusters, clock } = payments.platform
  const current = await getSettings(payments, project)
  const db = clusters.main.adminOf(project)
  const former = await readFormerAccounts(db, sealOf(payments.platform), project.id, account, clock.now())
  return former.map((settings) => ({ ...current, ...settings }))
}

/** maskSettings hides credentials. */
export function maskSettings(open: PaymentSettings): PaymentSettings {
  const masks = CREDENTIALS.map((name) => [name, open[name] === null ? null : maskOf(open[name])])
  return { ...open, ...Object.fromEntries(masks) }
}

/** updateSettings changes some settings and returns them, masked. */
export async function updateSettings(
  platform: Platform,
  act: Act,
  changes: z.output<typeof settingsUpdate>,
): Promise<PaymentSettings> {
  const { project, at } = act
  checkCallbackUrls(platform.config, changes)
  const admin = platform.clusters.main.adminOf(project)
  const masked = await transaction(admin, async (db) => {
    // Concurrent changes of different settings must both be kept.
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `payment-settings:${project.id}`,
    ])
    const seal = sealOf(platform)
    const known = await readSettings(db, seal, project.id)
    const masks = maskSettings(known)
    // A form sends back what it was shown.
    const given = Object.entries(changes).filter(
      ([name, value]) =>
        value !== undefined && !(isCredential(name) && value !== null && value === masks[name]),
    )
    const next = { ...known, ...Object.fromEntries(given) } as PaymentSettings
    await writeSettings(db, seal, project.id, next, at)
    await keepFormerAccounts(db, seal, project.id, { before: known, next }, at)
    const fields = given.map(([name]) => name)
    await recordAudit(db, act, { action: 'payments.settings', target: project.id, details: { fields } })
    return maskSettings(next)
  })
  await platform.invalidations.publish(SETTINGS_CHANGED, project.id)
  return masked
}

// A provider must reach it, and what it sends there decides on money. In development its simulators are on this machine.
function checkCallbackUrls({ production }: Config, changes: z.output<typeof settingsUpdate>): void {
  if (!production) return
  for (const name of ['provider_a_callback_url', 'provider_b_callback_url'] as const) {
    const url = URL.parse(changes[name] ?? '')
    if (url === null) continue
    const problem = callbackProblem(url)
    if (problem !== undefined) throw invalidInput(`${name}: ${problem}`, { fields: [name] })
  }
}

function sealOf({ keys }: Pick<Platform, 'keys'>): Seal {
  return createSeal(keys, 'payment-settings')
}

function isCredential(name: string): name is Credential {
  return (CREDENTIALS as readonly string[]).includes(name)
}

async function readSettings(db: Queryable, seal: Seal, projectId: string): Promise<PaymentSettings> {
  const { rows } = await db.query<{ settings: Partial<PaymentSettings>; sealed: string }>(
    'select settings, sealed from platform.payment_settings where project_id = $1',
    [projectId],
  )
  const [row] = rows
  if (row === undefined) return DEFAULTS
  return { ...DEFAULTS, ...row.settings, ...JSON.parse(seal.open(row.sealed, projectId)) }
}

async function writeSettings(db: Queryable, seal: Seal, projectId: string, next: PaymentSettings, at: Date) {
  const entries = Object.entries(next)
  const open = Object.fromEntries(entries.filter(([name]) => !isCredential(name)))
  const closed = Object.fromEntries(entries.filter(([name]) => isCredential(name)))
  await db.query(
    `insert into platform.payment_settings (project_id, settings, sealed, updated_at) values ($1, $2, $3, $4)
     on conflict (project_id) do update
     set settings = excluded.settings, sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [projectId, JSON.stringify(open), seal.seal(JSON.stringify(closed), projectId), at],
  )
}

const DOTS = '••••'
const LONG_ENOUGH = 16

function maskOf(value: string | null): string {
  return value !== null && value.length >= LONG_ENOUGH ? DOTS + value.slice(-4) : DOTS
}
