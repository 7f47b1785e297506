// Makes recorded examples the same at each run, short, and free of anything that could be taken for a secret.
import { createHash } from 'node:crypto'
import type { Examples } from './recorder.ts'

const START = Date.UTC(2026, 0, 15, 8, 30)
const STEP = 10 * 60_000
const LONGEST = 160

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::\d\d)?)/g
// Ids of passkeys, and the handles of their users.
const HANDLE = /^(?:[\w-]{22}|[\w-]{43})$/
const ADDRESS = /(http|ws):\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g

/** What stands in the place of values that a client must keep to itself, by the name of their field. */
const FAKES: Readonly<Record<string, string>> = {
  access_token: 'example.access.token',
  refresh_token: 'example-refresh-token',
  device_token: 'example-device-token',
  mfa_token: 'example-mfa-token',
  challenge: 'example-challenge',
  rawId: 'example-credential',
  clientDataJSON: 'example-client-data',
  attestationObject: 'example-attestation',
  authenticatorData: 'example-authenticator-data',
  signature: 'example-signature',
  userHandle: 'example-user-handle',
  token: 'example-token',
  otp_code: '123456',
  client_secret: 'example-client-secret',
  password: 'example-password-1',
  new_password: 'example-password-2',
  current_password: 'example-password-1',
  secret: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM',
  uri: 'otpauth://totp/Duka:neema%40example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Duka',
  kid: 'example-key',
  x: 'example-x-coordinate',
  y: 'example-y-coordinate',
  user_agent: 'example-agent/1.0',
  address: '203.0.113.7',
  period: '2026-01',
  internal_networks: '10.1.0.0/16',
  node_version: '24.20.0',
  starts: '2026-01-01',
  ends: '2026-02-01',
  number: '2026-01-3f2a9c1d',
}

const NUMBERS: Readonly<Record<string, number>> = {
  database_ms: 1.2,
  duration_ms: 1.2,
  cpu_ms: 0.8,
  requests: 41_200,
  egress_bytes: 92_000_000,
  function_invocations: 1800,
  function_cpu_ms: 9500,
  live_connections: 340,
  live_messages: 12_600,
  sign_ins: 87,
  webhook_attempts: 640,
  active_users: 52,
  database_rows: 18_400,
  database_bytes: 7_340_032,
  storage_bytes: 31_000_000,
  uptime_seconds: 86_400,
  memory_bytes: 210_000_000,
  used: 41_200,
  forecast: 85_000,
}

/** steady rewrites all examples of a run that began at `start`. */
export function steady(examples: Examples, start: Date): Examples {
  const ids = new Map<string, string>()
  const rewrite = (value: unknown, name: string): unknown => {
    if (typeof value === 'number') return NUMBERS[name] ?? value
    if (typeof value === 'string') return text(value, name, ids, start)
    if (Array.isArray(value)) return value.map((item) => rewrite(item, name))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, key)]))
  }
  const names = Object.keys(examples.operations).sort()
  const operations = names.map((name) => {
    const { answer, ...request } = examples.operations[name] as Examples['operations'][string]
    const rewritten = rewrite(request, '') as typeof request
    return [name, answer === undefined ? rewritten : { ...rewritten, answer: rewrite(shortened(answer), '') }]
  })
  const refusals = rewrite(examples.refusals, '') as Examples['refusals']
  return { operations: Object.fromEntries(operations), refusals }
}

function text(value: string, name: string, ids: Map<string, string>, start: Date): string {
  if (/^(?:m[sp]k|msp)_/.test(value))
    return `${value.slice(0, 4)}example_key_that_opens_nothing`.slice(0, value.length)
  // The code of a refusal is a word.
  if (name === 'code' && /^[\w-]*[\d-][\w-]*$/.test(value))
    return /^\w{4}-/.test(value) ? 'k7mw-9x2p-h4qt' : '123456'
  if (name === 'id' && HANDLE.test(value)) return 'example-credential'
  if (name === 'recovery_codes') return 'abcde-fghij'
  const fake = FAKES[name]
  if (fake !== undefined) return fake
  return value
    .replace(UUID, (id) => {
      const known = ids.get(id) ?? nextId(name, ids.values())
      ids.set(id, known)
      return known
    })
    .replace(TIME, (time) => {
      const offset = Date.parse(time.replace(' ', 'T')) - start.getTime()
      return new Date(START + Math.round(offset / STEP) * STEP).toISOString()
    })
    .replace(ADDRESS, '$1s://api.example.com')
    .replace(/^localhost$/, 'api.example.com')
    .replace(/(?<=msingi-domain=)[\w-]+/g, 'example-proof')
    .replace(/\bmsingi-[\w-]{32}$/, 'msingi-example-proof-of-ownership')
    .replace(/(?<=[?&]token=)[\w.-]+/g, 'example-token')
    .replace(name === 'text' ? /\b\d{6}\b/g : /$^/, '123456')
}

// Counted by the name of the field, so that what is added elsewhere changes no others.
function nextId(name: string, taken: Iterable<string>): string {
  const begin = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const number = [...taken].filter((id) => id.startsWith(begin)).length + 1
  return `${begin}-0000-7000-8000-${String(number).padStart(12, '0')}`
}

// One entry of each list says what the others are like.
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST ? `${value.slice(0, LONGEST).trimEnd()}…` : value
  if (Array.isArray(value)) return value.slice(0, typeof value[0] === 'object' ? 1 : 3).map(shortened)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}
