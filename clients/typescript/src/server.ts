// Clients of servers that render pages: the session is in cookies that no script of the page can read.
import { type Client, type ClientOptions, createClient } from './client.ts'
import { type Cookie, createCookieStorage, type ServerCookies } from './server/cookie-storage.ts'
import type { AnyTables, Tables } from './tables/types.ts'

export type { Cookie, ServerCookies } from './server/cookie-storage.ts'

/** ServerOptions are those of a client, and the cookies of the request. */
export interface ServerOptions extends Omit<ClientOptions, 'storage' | 'accessToken'> {
  readonly cookies: ServerCookies
  /** secure is true unless it is set. Turn it off where pages are opened by http, such as on localhost with Safari. */
  readonly secure?: boolean
}

/**
 * createServerClient returns the client of one request to your server, which acts as the user whose session is in the request's
 * cookies. Create one for each request: a client that several requests share is that of one user.
 */
export function createServerClient<Known extends Tables = AnyTables>(
  url: string,
  { cookies, secure = true, ...options }: ServerOptions,
): Client<Known> {
  // It would show everything to whoever's session has ended.
  if (options.key.startsWith('msk_'))
    throw new TypeError('createServerClient takes a publishable key: it acts as the user of a request.')
  return createClient<Known>(url, { ...options, storage: createCookieStorage(cookies, secure) })
}

/** readCookies returns the cookies of a request's header `cookie`. */
export function readCookies(header: string | null | undefined): { name: string; value: string }[] {
  const cookies: { name: string; value: string }[] = []
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0) cookies.push({ name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() })
  }
  return cookies
}

/** writeCookie returns a cookie as the value of a header `set-cookie`. */
export function writeCookie({ name, value, options: { maxAge, secure } }: Cookie): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
