// What operators see of the server: its health and its settings, without secrets.
import { sendsMail } from '#platform/messages/open-messages.ts'
import type { Platform } from '#platform/platform.ts'

const MS_DIGITS = 100

/** readHealth asks every database, and says what this node knows of itself. */
export async function readHealth(platform: Platform) {
  const { clusters, changes, config } = platform
  const states = changes.states()
  const databases = clusters.all().map(async ({ name, admin }) => {
    const started = performance.now()
    try {
      const { rows } = await admin.query<{ version: string }>(
        "select current_setting('server_version') as version",
      )
      const database_ms = Math.round((performance.now() - started) * MS_DIGITS) / MS_DIGITS
      const live = states.find(({ cluster }) => cluster === name)
      const failed_tables = (await live?.failed()) ?? 0
      const serves = live?.serves ?? false
      return {
        name,
        status: 'ok' as const,
        version: rows[0]?.version ?? '',
        database_ms,
        serves,
        failed_tables,
      }
    } catch {
      return {
        name,
        status: 'unreachable' as const,
        version: null,
        database_ms: null,
        serves: false,
        failed_tables: 0,
      }
    }
  })
  return {
    environment: config.production ? ('production' as const) : ('development' as const),
    node_version: process.versions.node,
    uptime_seconds: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage().rss,
    mail: sendsMail(platform),
    quiet: platform.quiet.isQuiet,
    clusters: await Promise.all(databases),
  }
}

/** readSettings lists what may be seen: addresses with passwords and keys only as whether they are set. */
export function readSettings({ config, hasBroker }: Platform) {
  const { production, publicUrl, rateLimits, keyLimit, clientLimit, poolSize, trustProxy } = config
  return {
    environment: production ? ('production' as const) : ('development' as const),
    public_url: publicUrl ?? null,
    rate_limits: rateLimits,
    key_limit: keyLimit,
    client_limit: clientLimit,
    live_connections: config.liveConnections,
    storage_quota_bytes: config.storageQuota ?? null,
    storage_grace_days: config.storageGraceDays,
    pool_size: poolSize,
    change_capture: config.changeCapture,
    change_retention_seconds: config.changeRetention,
    function_processes: config.functionProcesses,
    trust_proxy: trustProxy,
    log_level: config.logLevel,
    internal_networks: [...config.internalNetworks],
    external_database: config.databaseUrl !== undefined,
    nats: hasBroker,
    s3: config.s3 !== undefined,
    smtp: config.smtp !== undefined,
    sms: config.sms !== undefined,
  }
}
