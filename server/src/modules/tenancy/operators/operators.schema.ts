// Request and response schemas of the operators' routes: /operator/….
import { z } from 'zod'
import { searchText } from '#platform/http/routes/keyset-pages.ts'
import { emailAddress, queryNumber, uuid } from '#platform/http/routes/validation.ts'
import { HELD_BACK } from '#platform/work/quiet-start.ts'

/** page is the query of the lists. */
export const page = z.object({
  limit: queryNumber(1, 500, 50),
  cursor: uuid.optional(),
  search: searchText.optional().describe('Part of the name.'),
})

const time = z.iso.datetime()

/** organisation is an organisation as operators see it. */
export const organisation = z
  .object({
    id: z.uuid(),
    name: z.string(),
    is_personal: z.boolean(),
    members: z.int(),
    projects: z.int(),
    created_at: time,
  })
  .meta({ id: 'ListedOrganisation' })

/** project is a project as operators see it. */
export const project = z
  .object({
    id: z.uuid(),
    name: z.string(),
    organisation_id: z.uuid(),
    cluster: z.string(),
    status: z.enum(['active', 'deleting', 'purging']),
    created_at: time,
  })
  .meta({ id: 'ListedProject' })

/** operator is an account that operates the installation. */
export const operator = z
  .object({ account_id: z.uuid(), email: z.string(), full_name: z.string(), created_at: time })
  .meta({ id: 'Operator' })

/** operatorAdd is the body of POST /operator/operators. */
export const operatorAdd = z.strictObject({ email: emailAddress }).meta({ id: 'OperatorAdd' })

/** operatorParams is the path of one operator. */
export const operatorParams = z.object({ accountID: uuid })

const environment = z.enum(['development', 'production'])

/** health is the answer to GET /operator/health. */
export const health = z
  .object({
    environment,
    node_version: z.string(),
    uptime_seconds: z.int(),
    memory_bytes: z.int(),
    mail: z.boolean().describe('Sends mail.'),
    quiet: z.boolean(),
    clusters: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['ok', 'unreachable']),
        version: z.string().nullable().describe('Of PostgreSQL.'),
        database_ms: z.number().nullable(),
        serves: z.boolean().describe('Live changes of it are here.'),
        failed_tables: z.int().describe('Without live changes.'),
      }),
    ),
  })
  .meta({ id: 'ServerHealth' })

/** quiet is the answer to GET /operator/quiet. */
export const quiet = z
  .object({
    quiet: z.boolean(),
    pending: z.array(z.object({ kind: z.enum(HELD_BACK), count: z.int() })),
  })
  .meta({ id: 'QuietServer' })

/** resume is the body of POST /operator/quiet/resume. */
export const resume = z
  .strictObject({
    drop: z
      .array(z.enum(HELD_BACK).exclude(['payments']))
      .max(HELD_BACK.length)
      .default([]),
  })
  .meta({ id: 'ServerResume' })

/** settings is the answer to GET /operator/settings. */
export const settings = z
  .object({
    environment,
    public_url: z.string().nullable(),
    rate_limits: z.boolean(),
    key_limit: z.int(),
    client_limit: z.int(),
    live_connections: z.int(),
    storage_quota_bytes: z.int().nullable(),
    storage_grace_days: z.int(),
    pool_size: z.int(),
    change_capture: z.enum(['auto', 'outbox']),
    change_retention_seconds: z.int(),
    function_processes: z.int(),
    trust_proxy: z.boolean(),
    log_level: z.string(),
    internal_networks: z.array(z.string()),
    external_database: z.boolean(),
    nats: z.boolean(),
    s3: z.boolean(),
    smtp: z.boolean(),
    sms: z.boolean(),
  })
  .meta({ id: 'ServerSettings' })
