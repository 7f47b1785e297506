// The session in cookies: HttpOnly, of this host alone, in pieces where it is large.
import { parseStored } from '../auth/stored-session.ts'
import type { Tokens } from '../auth/tokens.ts'
import { decodeBase64Url, encodeBase64Url } from '../runtime/base64-url.ts'
import type { SessionStorage } from '../runtime/storage.ts'

/** Cookie is a cookie to set; with `maxAge` 0 it is removed. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: {
    readonly path: '/'
    readonly httpOnly: true
    readonly secure: boolean
    readonly sameSite: 'lax'
    /** maxAge is in seconds. */
    readonly maxAge: number
  }
}

/** ServerCookies reads the cookies of a request, and sets those of its response. */
export interface ServerCookies {
  getAll():
    | readonly { readonly name: string; readonly value: string }[]
    | Promise<readonly { readonly name: string; readonly value: string }[]>
  /** setAll is left out where cookies cannot be set any more: then a session is used until it expires, and not renewed. */
  setAll?(cookies: readonly Cookie[]): void | Promise<void>
}

// Browsers take 4,096 bytes of a cookie with its name and attributes.
const PIECES = /.{1,3600}/g
const DAY_SECONDS = 86_400
const KEPT_SECONDS = { session: 30 * DAY_SECONDS, device: 400 * DAY_SECONDS, verifiers: 3600 }

/** createCookieStorage returns a storage in cookies. What else is stored, such as uploads under way, lasts as long as the client. */
export function createCookieStorage(cookies: ServerCookies, secure: boolean): SessionStorage {
  // What was set counts, and not the cookies of the request any more.
  const kept = new Map<string, string | null>()
  const written = new Map<string, number>()
  const prefixOf = (name: string) => `${secure ? '__Host-' : ''}${name}.`
  const read = async (name: string) => {
    const found = new Map((await cookies.getAll()).map((cookie) => [cookie.name, cookie.value]))
    const pieces: string[] = []
    for (
      let piece = found.get(`${prefixOf(name)}0`);
      piece;
      piece = found.get(prefixOf(name) + pieces.length)
    )
      pieces.push(piece)
    return pieces
  }
  const write = async (name: string, value: string, maxAge: number) => {
    if (cookies.setAll === undefined) return
    const pieces = value.match(PIECES) ?? []
    const before = written.get(name) ?? (await read(name)).length
    written.set(name, pieces.length)
    const length = Math.max(pieces.length, before)
    const all = Array.from({ length }, (_, at): Cookie => {
      const piece = pieces[at]
      const age = piece === undefined ? 0 : maxAge
      const options = { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: age } as const
      return { name: prefixOf(name) + at, value: piece ?? '', options }
    })
    if (length > 0) await cookies.setAll(all)
  }
  return {
    get: async (name) => {
      const kind = kindOf(name)
      const own = kept.get(name)
      if (kind === undefined || own !== undefined) return own ?? null
      const pieces = await read(name)
      const text = decode(pieces.join(''))
      if (kind !== 'session') return text
      const session = withoutUser(text, cookies.setAll !== undefined)
      // What is no session is not sent along for a month.
      if (session === null && pieces.length > 0) await write(name, '', 0)
      return session
    },
    set: async (name, value) => {
      const kind = kindOf(name)
      kept.set(name, value)
      if (kind === undefined) return
      const text = kind === 'session' ? withoutUser(value, true) : value
      await write(name, encodeBase64Url(new TextEncoder().encode(text ?? '')), KEPT_SECONDS[kind])
    },
    remove: async (name) => {
      kept.set(name, null)
      if (kindOf(name) !== undefined) await write(name, '', 0)
    },
  }
}

function kindOf(name: string): keyof typeof KEPT_SECONDS | undefined {
  const kind = /^msingi\.(\w+)\./.exec(name)?.[1]
  return kind === 'session' || kind === 'device' || kind === 'verifiers' ? kind : undefined
}

// A browser can send any user: the server says who it is. What cannot be stored again must not be renewed.
function withoutUser(text: string | null, isRenewable: boolean): string | null {
  try {
    const { tokens } = JSON.parse(text ?? '') as { readonly tokens: Tokens }
    const { refresh_token, ...access } = tokens
    if (typeof refresh_token !== 'string' || parseStored(JSON.stringify({ tokens })) === undefined)
      return null
    return JSON.stringify({ tokens: isRenewable ? { refresh_token, ...access } : access })
  } catch {
    return null
  }
}

function decode(value: string): string | null {
  try {
    return value === '' ? null : decodeBase64Url(value)
  } catch {
    return null
  }
}
