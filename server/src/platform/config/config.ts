// The server's configuration: one frozen object, read from the settings and handed in as an argument.
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { problemOf } from '#platform/errors/problems.ts'
import {
  checkMessageSettings,
  type SmsConfig,
  type SmtpConfig,
  smsConfig,
  smtpConfig,
} from './message-settings.ts'
import { type NetworkEnvironment, networkEnvironment } from './network-environment.ts'
import { checkS3Settings, type S3Config, s3Config } from './s3-settings.ts'
import { list, settings } from './settings.ts'

/** Config is the frozen settings of one running server. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly production: boolean
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly natsUrls: readonly string[]
  readonly masterKey: string | undefined
  readonly previousMasterKey: string | undefined
  readonly publicUrl: string | undefined
  readonly rateLimits: boolean
  readonly compression: boolean
  readonly keyLimit: number
  readonly clientLimit: number
  readonly liveConnections: number
  readonly liveNodeConnections: number
  readonly liveAddressConnections: number
  readonly liveUnknownConnections: number
  readonly projectMails: number
  readonly projectSms: number
  /** plansFile is undefined where the plan without quotas is the only one. */
  readonly plansFile: string | undefined
  readonly storageQuota: number | undefined
  readonly storageGraceDays: number
  readonly projectGraceDays: number
  readonly imageCache: number
  readonly logLevel: string
  readonly poolSize: number
  readonly changeCapture: 'auto' | 'outbox'
  readonly changeRetention: number
  readonly functionProcesses: number
  /** npmRegistry is undefined where npm is to be asked for it. */
  readonly npmRegistry: string | undefined
  /** networkEnvironment is what processes that reach the network receive of the server's environment. */
  readonly networkEnvironment: NetworkEnvironment
  readonly trustProxy: boolean
  readonly corsOrigins: readonly string[] | '*'
  /** console is where the web console is served: everywhere, nowhere, or on some host names in lower case. */
  readonly console: 'on' | 'off' | readonly string[]
  readonly providerABaseUrl: string | undefined
  readonly providerBBaseUrl: string | undefined
  readonly simulatorsPort: number
  /** smtp and sms are undefined if they are not configured. */
  readonly smtp: SmtpConfig | undefined
  readonly sms: SmsConfig | undefined
  /** s3 is undefined where objects are stored in `dataDir`. */
  readonly s3: S3Config | undefined
  readonly dnsServers: readonly string[]
  readonly internalNetworks: readonly string[]
}

function wrongValues(given: Environment): string[] {
  const issues = settings.safeParse(given).error?.issues ?? []
  const wrong = new Set(issues.map(nameOf))
  // What settings require of each other is looked at without those that are wrong by themselves.
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  const further = checked.safeParse(rest).error?.issues ?? []
  return [...issues, ...further.filter((issue) => !wrong.has(nameOf(issue)))].map(
    (issue) => `${nameOf(issue)}: ${problemOf(issue)}.`,
  )
}

const nameOf = ({ path }: { readonly path: readonly PropertyKey[] }) => path.join('.')

// A name that is misspelt would leave its setting as it is without a word.
function unknownNames(given: Environment): string[] {
  const known = Object.keys(settings.shape)
  return Object.entries(given)
    .filter(([name]) => name.startsWith(PREFIX) && !known.includes(name))
    .filter(([name]) => !OTHERS.test(name))
    .map(([name]) => {
      const bare = name.slice(PREFIX.length)
      const meant = known.includes(bare) ? ` Did you mean ${bare}?` : suggestion(name, known)
      return `${name}: there is no such setting.${meant} docs/configuration.md lists all.`
    })
}

function consoleHosts(text: string): Config['console'] {
  return text === 'on' || text === 'off' ? text : list(text.toLowerCase())
}

/** ConfigError has one sentence for each invalid setting. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'MSINGI_'
const checked = settings.superRefine(checkMessageSettings).superRefine(checkS3Settings)
// Of the tests, and of programs that call a server.
const OTHERS = /^MSINGI_(?:TEST_\w+|URL|SERVER|PROJECT|KEY|EMAIL|PASSWORD|SHOTS)$/

// Kubernetes sets these for each service of a namespace, whatever it is called, in all containers there.
const KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)/

function isSet([name, value]: readonly [string, string | undefined]): boolean {
  const isPort = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value ?? '')
  return value !== '' && !isPort && !KUBERNETES.test(name)
}

/** readConfig validates an environment. Throws a ConfigError that names every invalid or unknown setting. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(isSet))
  const problems = [...wrongValues(given), ...unknownNames(given)]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const value = checked.parse(given)
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    production: value.MSINGI_ENV === 'production',
    dataDir: value.MSINGI_DATA,
    databaseUrl: value.DATABASE_URL,
    natsUrls: list(value.NATS_URL),
    masterKey: value.MSINGI_MASTER_KEY,
    previousMasterKey: value.MSINGI_MASTER_KEY_PREVIOUS,
    publicUrl: value.MSINGI_PUBLIC_URL,
    rateLimits: value.MSINGI_RATE_LIMITS,
    compression: value.MSINGI_COMPRESSION,
    keyLimit: value.MSINGI_KEY_LIMIT,
    clientLimit: value.MSINGI_CLIENT_LIMIT,
    liveConnections: value.MSINGI_LIVE_CONNECTIONS,
    liveNodeConnections: value.MSINGI_LIVE_NODE_CONNECTIONS,
    liveAddressConnections: value.MSINGI_LIVE_ADDRESS_CONNECTIONS,
    liveUnknownConnections: value.MSINGI_LIVE_UNKNOWN_CONNECTIONS,
    projectMails: value.MSINGI_PROJECT_MAILS,
    projectSms: value.MSINGI_PROJECT_SMS,
    plansFile: value.MSINGI_PLANS,
    storageQuota: value.MSINGI_STORAGE_QUOTA,
    projectGraceDays: value.MSINGI_PROJECT_GRACE_DAYS,
    imageCache: value.MSINGI_IMAGE_CACHE,
    storageGraceDays: value.MSINGI_STORAGE_GRACE_DAYS,
    logLevel: value.MSINGI_LOG_LEVEL,
    poolSize: value.MSINGI_POOL_SIZE,
    changeCapture: value.MSINGI_CHANGE_CAPTURE,
    changeRetention: value.MSINGI_CHANGE_RETENTION,
    functionProcesses: value.MSINGI_FUNCTION_PROCESSES,
    npmRegistry: value.MSINGI_NPM_REGISTRY,
    networkEnvironment: networkEnvironment(given),
    trustProxy: value.MSINGI_TRUST_PROXY,
    corsOrigins:
      value.MSINGI_CORS_ORIGINS === '*' ? '*' : value.MSINGI_CORS_ORIGINS.split(',').map((o) => o.trim()),
    console: consoleHosts(value.MSINGI_CONSOLE),
    providerABaseUrl: value.PROVIDER_A_BASE_URL,
    providerBBaseUrl: value.PROVIDER_B_BASE_URL,
    simulatorsPort: value.SIMULATORS_PORT,
    smtp: smtpConfig(value),
    sms: smsConfig(value),
    s3: s3Config(value),
    dnsServers: list(value.MSINGI_DNS_SERVERS),
    internalNetworks: list(value.MSINGI_INTERNAL_NETWORKS),
  })
}
