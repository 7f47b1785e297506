// What passes between the clients of a function and its code. Functions of all projects answer at the address at which the
// API and the console do: nothing that one of them sends may count for more than its own address.
import type { IncomingHttpHeaders } from 'node:http'

/** HeaderValues are headers by their names in lower case. */
export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>

// What concerns one connection (RFC 9110, 7.6.1).
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'te', 'expect']

// What anybody can say of the way of a request. Its address is in its URL.
const OF_PROXIES = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto']

// What acts on everything at the server's address, or is the server's own.
const NOT_SENT: ReadonlySet<string> = new Set([
  ...OF_CONNECTION,
  'accept-ch',
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'nel',
  'origin-agent-cluster',
  'public-key-pins',
  'report-to',
  'service-worker-allowed',
  'set-cookie',
  'set-login',
  'strict-transport-security',
  'x-content-type-options',
  'x-msingi-invocation-id',
  'x-request-id',
])

// A page without an origin of its own cannot read what belongs to the console, or call the API as its user.
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads'

const MAX_COOKIES = 20
const MAX_COOKIE = 4096

/** Sender is what the server knows of who sends a request. */
export interface Sender {
  readonly isDashboard: boolean
  readonly hasBody: boolean
  /** address is that of the client, as far as the proxies before the server can be trusted. */
  readonly address: string
}

/**
 * toFunction returns the headers of a request that its function receives, without those that belong to the server. What the
 * client itself says of its address is replaced.
 */
export function toFunction(
  headers: IncomingHttpHeaders,
  { isDashboard, hasBody, address }: Sender,
): Record<string, string | string[]> {
  const passed = without(headers, (name) => OF_CONNECTION.includes(name) || OF_PROXIES.includes(name))
  // A length of 0 would be a body to a function, which a GET cannot have.
  if (!hasBody) delete passed['content-length']
  const cookies = (headers.cookie ?? '').split(/; */).filter((cookie) => isOwn(nameOf(cookie)))
  delete passed.cookie
  if (cookies.length > 0) passed.cookie = cookies.join('; ')
  // A session of the dashboard opens all projects of its user: it is not for the code of one.
  if (isDashboard) delete passed.authorization
  return { ...passed, ...addressed(address) }
}

/** addressed returns the headers by which a function learns the address of the client. */
export function addressed(address: string): Record<string, string> {
  return { 'x-forwarded-for': address, 'x-real-ip': address }
}

/** toClient returns the headers of a function's answer; `path` is the address that its cookies are confined to. */
export function toClient(headers: HeaderValues, path: string): Record<string, string | string[]> {
  const cookies = [headers['set-cookie'] ?? []].flat()
  const confined = cookies.map((cookie) => confine(cookie, path)).filter((one) => one !== undefined)
  return {
    ...without(headers, (name) => NOT_SENT.has(name)),
    ...(confined.length === 0 ? {} : { 'set-cookie': confined.slice(0, MAX_COOKIES) }),
    'content-security-policy': [headers['content-security-policy'] ?? []].flat().concat(SANDBOX).join(', '),
  }
}

function without(headers: HeaderValues, leftOut: (name: string) => boolean) {
  const kept = Object.entries(headers).filter(
    (header): header is [string, string | string[]] => header[1] !== undefined && !leftOut(header[0]),
  )
  return Object.fromEntries(kept)
}

// Browsers keep the path that a cookie names, whoever sets it, and `__Host-` wants that of the whole address.
function confine(cookie: string, path: string): string | undefined {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  if (cookie.length > MAX_COOKIE || !isOwn(nameOf(pair))) return undefined
  const kept = attributes.filter(
    (attribute) => attribute !== '' && !/^(?:path|domain) *(?:=|$)/i.test(attribute),
  )
  const asked = attributes.findLast((attribute) => /^path *=/i.test(attribute))
  return [pair, ...kept, `Path=${pathWithin(path, asked?.slice(asked.indexOf('=') + 1).trim())}`].join('; ')
}

function pathWithin(path: string, asked: string | undefined): string {
  return asked?.startsWith(`${path}/`) ? asked : path
}

// Without a name, a browser takes the value for one where it is sent back.
function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  return (equals <= 0 ? pair.slice(equals + 1) : pair.slice(0, equals)).trim().toLowerCase()
}

/** Names with a prefix bind a cookie to the whole address, and the server's own begin with its name. */
function isOwn(name: string): boolean {
  return name !== '' && !name.startsWith('__') && !name.startsWith('msingi')
}

const CODE: ReadonlySet<string | string[] | undefined> = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
])

/**
 * isCodeForPage reports whether a page at this address asks for a function as code of its own. Pages of functions have no
 * origin, so that this is the console or another page of the server.
 */
export function isCodeForPage(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && CODE.has(headers['sec-fetch-dest'])
}
