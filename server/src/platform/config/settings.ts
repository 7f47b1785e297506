// The settings: what each is called in the configuration and in the environment, its type, its default and its description.
import { isIP } from 'node:net'
import { z } from 'zod'
import { isAgeRecipient } from '#platform/crypto/age.ts'
import { isNetwork } from '#platform/http-client/address-guard.ts'
import { backupSettings } from './backup-settings.ts'
import { databaseUrlProblem } from './database-url.ts'
import { smsSettings, smtpSettings } from './message-settings.ts'
import { backupS3Settings, s3Settings } from './s3-settings.ts'
import { flag, setting } from './setting.ts'

const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && !text.includes('#'),
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}, without #`,
    )

// What is empty is left out.
const list = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isHostName = (text: string) => /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)

// With a port or without; an address of IPv6 with a port is in brackets.
const isServerAddress = (text: string) =>
  isIP(text) !== 0 || (URL.canParse(`dns://${text}`) && /^[\d.]+:\d+$|^\[[\da-fA-F:]+\](?::\d+)?$/.test(text))

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const limit = (value: number) => z.coerce.number().int().min(1).default(value)

/** settings are all of them, in the order of docs/configuration.md. */
export const settings = {
  port: setting('PORT', whole(0, 65535).default(8080), 'TCP port to listen on; 0 picks a free one.'),
  host: setting(
    'HOST',
    z.string().min(1).default('127.0.0.1'),
    'Address to listen on. `0.0.0.0` for all interfaces.',
  ),
  production: setting(
    'MSINGI_ENV',
    z
      .enum(['development', 'production'])
      .default('development')
      .transform((value) => value === 'production'),
    '`production` closes registration after the first account and hides one-time codes.',
  ),
  dataDir: setting(
    'MSINGI_DATA',
    z.string().min(1).default('./data'),
    'Folder of the embedded database, stored objects and keys. `npm run admin -- backup` backs it up.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    z
      .string()
      .superRefine((text, context) => {
        const problem = databaseUrlProblem(text)
        if (problem !== undefined) context.addIssue(problem)
      })
      .optional(),
    'PostgreSQL 15 to 18 to use instead of the embedded one: `postgres://user:password@host:5432/database`, special ' +
      'characters of the password percent-encoded, or `postgres://user@/database?host=/run/postgresql` for a socket.',
  ),
  natsUrls: setting(
    'NATS_URL',
    z
      .string()
      .optional()
      .refine(
        (text) => list(text).every((one) => url(['nats:', 'tls:']).safeParse(one).success),
        'must be URLs that begin with nats:// or tls://, separated by commas, special characters percent-encoded',
      )
      .transform(list),
    'NATS with JetStream, through which several nodes share live changes and rate limits; several addresses of one ' +
      'cluster separated by commas. Credentials are part of the first.',
  ),
  masterKey: setting(
    'MSINGI_MASTER_KEY',
    z
      .string()
      // A sentence, as an example may have one, is no key.
      .regex(
        /^\S{32,}$/,
        'must have at least 32 characters and no blanks, such as from openssl rand -base64 32',
      )
      .optional(),
    'At least 32 characters without blanks, such as from `openssl rand -base64 32`, under which all other keys are ' +
      'wrapped. Without it one is made in `MSINGI_DATA`.',
  ),
  previousMasterKey: setting(
    'MSINGI_MASTER_KEY_PREVIOUS',
    z.string().min(32).optional(),
    'The master key from before a rotation, until `npm run rotate-master-key` has shut it out.',
  ),
  backupRecipients: setting(
    'MSINGI_BACKUP_RECIPIENT',
    z
      .string()
      .optional()
      .refine(
        (text) => list(text).every(isAgeRecipient),
        'must be recipients of age, which begin with age1, separated by commas: make one with age-keygen',
      )
      .transform(list),
    'For whom backups are encrypted: recipients of [age](backup.md#encrypted), separated by commas.',
  ),
  backups: backupSettings,
  backupS3: backupS3Settings,
  publicUrl: setting(
    'MSINGI_PUBLIC_URL',
    url(['http:', 'https:']).optional(),
    'The base address for clients. By default the address of each request.',
  ),
  rateLimits: setting(
    'MSINGI_RATE_LIMITS',
    flag('on'),
    '`off` disables all rate limits, for load tests only.',
  ),
  compression: setting(
    'MSINGI_COMPRESSION',
    flag('on'),
    '`off` leaves answers uncompressed, for a proxy that compresses them itself.',
  ),
  keyLimit: setting('MSINGI_KEY_LIMIT', limit(60_000), 'Requests per minute of one secret API key.'),
  clientLimit: setting(
    'MSINGI_CLIENT_LIMIT',
    limit(1200),
    'Requests per minute of one signed-in user, or of one address with a publishable key or without credentials.',
  ),
  liveConnections: setting(
    'MSINGI_LIVE_CONNECTIONS',
    limit(20_000),
    'Live connections, WebSocket and SSE together, of one project on one node.',
  ),
  liveNodeConnections: setting(
    'MSINGI_LIVE_NODE_CONNECTIONS',
    limit(50_000),
    'Live connections of one node in all. A project can have as many of them as are still free.',
  ),
  liveAddressConnections: setting(
    'MSINGI_LIVE_ADDRESS_CONNECTIONS',
    limit(5000),
    'Live connections of one address on one node. Behind a proxy, see `MSINGI_TRUST_PROXY`.',
  ),
  liveUnknownConnections: setting(
    'MSINGI_LIVE_UNKNOWN_CONNECTIONS',
    limit(4000),
    'WebSockets on one node that have not sent a token yet; one address can have a quarter of them.',
  ),
  projectMails: setting(
    'MSINGI_PROJECT_MAILS',
    limit(2000),
    'Mails per hour with codes and links of one project. One address can request a tenth of them.',
  ),
  projectSms: setting(
    'MSINGI_PROJECT_SMS',
    limit(1000),
    'SMS per hour with codes of one project. One address can request a tenth of them.',
  ),
  plansFile: setting(
    'MSINGI_PLANS',
    z.string().min(1).optional(),
    'File of the plans that projects can choose, as YAML or JSON. Without it there is one plan without quotas.',
  ),
  storageQuota: setting(
    'MSINGI_STORAGE_QUOTA',
    z.coerce.number().int().min(0).optional(),
    'Bytes of files that one project can store. By default only the disk is the limit.',
  ),
  storageGraceDays: setting(
    'MSINGI_STORAGE_GRACE_DAYS',
    whole(0, 3650).default(7),
    'Days for which deleted files can be brought back. Their bytes count until then.',
  ),
  projectGraceDays: setting(
    'MSINGI_PROJECT_GRACE_DAYS',
    whole(0, 365).default(0),
    'Days for which the deletion of a project can be undone. With 0 its data goes at once.',
  ),
  imageCache: setting(
    'MSINGI_IMAGE_CACHE',
    limit(1024),
    'Megabytes of transformed images in `MSINGI_DATA/image-cache`. What was not read for longest goes first.',
  ),
  drainSeconds: setting(
    'MSINGI_DRAIN',
    whole(0, 300).optional(),
    'Seconds for which a node that gets SIGTERM still serves everything while `/readyz` is 503, so that a load balancer ' +
      'sends its requests to another. By default 5 in production, else 0. The time in which whatever stops it kills it has to be 30 longer.',
  ),
  logLevel: setting(
    'MSINGI_LOG_LEVEL',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'How much the server logs.',
  ),
  poolSize: setting(
    'MSINGI_POOL_SIZE',
    whole(1, 200).default(8),
    'Connections of the shared data pool; 4 to 16 saturate two cores. One project can use three quarters of them. ' +
      'Beside them a node opens up to 91 more: 40 for projects with code (fewer where `max_connections` is less), 21 ' +
      'for schemas, users and statistics, 4 for imports and exports, 26 for itself. Nodes that share a server add up.',
  ),
  changeCapture: setting(
    'MSINGI_CHANGE_CAPTURE',
    z.enum(['auto', 'outbox']).default('auto'),
    'How live changes are captured: `auto` uses logical replication if it is available, `outbox` always uses triggers.',
  ),
  changeRetention: setting(
    'MSINGI_CHANGE_RETENTION',
    whole(1, 3600).default(120),
    'Seconds of live changes that are kept, so that clients can resume after a restart.',
  ),
  functionProcesses: setting(
    'MSINGI_FUNCTION_PROCESSES',
    limit(16),
    'Processes that run functions on one node, one for each project in use; each takes 60 to 512 MB. The one unused ' +
      'for longest makes room for the next.',
  ),
  npmRegistry: setting(
    'MSINGI_NPM_REGISTRY',
    url(['http:', 'https:']).optional(),
    'The npm registry from which packages of functions come. By default what npm is configured with on this machine.',
  ),
  trustProxy: setting(
    'MSINGI_TRUST_PROXY',
    flag('off'),
    '`on` reads the client address from the end of `X-Forwarded-For`. Only use it behind a proxy that sets it.',
  ),
  corsOrigins: setting(
    'MSINGI_CORS_ORIGINS',
    z
      .string()
      .default('*')
      .transform((text) => (text === '*' ? text : list(text))),
    'Origins from which browsers are allowed to call the API, separated by commas; `*` for all.',
  ),
  console: setting(
    'MSINGI_CONSOLE',
    z
      .string()
      .default('on')
      .refine(
        (text) => text === 'on' || text === 'off' || (list(text).length > 0 && list(text).every(isHostName)),
        'must be on, off, or host names separated by commas',
      )
      .transform((text) => (text === 'on' || text === 'off' ? text : list(text.toLowerCase()))),
    'Whether the web console is served at `/console`: `on`, `off`, or the host names on which alone it is served, ' +
      'separated by commas.',
  ),
  s3: s3Settings,
  providerABaseUrl: setting(
    'PROVIDER_A_BASE_URL',
    url(['http:', 'https:']).optional(),
    'Address of payment provider A, in place of its own. Without it, `sandbox` is the simulator in development.',
  ),
  providerBBaseUrl: setting(
    'PROVIDER_B_BASE_URL',
    url(['http:', 'https:']).optional(),
    'Address of payment provider B likewise.',
  ),
  simulatorsPort: setting(
    'SIMULATORS_PORT',
    whole(0, 65535).default(8090),
    'TCP port of `npm run simulators`; 0 picks a free one.',
  ),
  smtp: smtpSettings,
  sms: smsSettings,
  dnsServers: setting(
    'MSINGI_DNS_SERVERS',
    z
      .string()
      .optional()
      .refine(
        (text) => list(text).every(isServerAddress),
        'must be addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas',
      )
      .transform(list),
    'DNS servers that domains of projects are verified with. By default those of the system.',
  ),
  internalNetworks: setting(
    'MSINGI_INTERNAL_NETWORKS',
    z
      .string()
      .optional()
      .refine(
        (text) => list(text).every(isNetwork),
        'must be networks such as 10.1.0.0/16, separated by commas',
      )
      .transform(list),
    'Networks that requests on behalf of projects (identity providers, webhooks) can reach although they are not ' +
      'public, separated by commas, such as `127.0.0.0/8, ::1/128` for a provider on the same machine.',
  ),
}
