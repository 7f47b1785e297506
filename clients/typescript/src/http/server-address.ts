// What a client is made with, checked before the first request fails for it.
import { runtime } from '../runtime/runtime.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** checkedAddress returns the address of a server without slashes at its end. Throws a TypeError if it is none. */
export function checkedAddress(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new TypeError(`The url "${url}" is no address of a server: it begins with https:// or http://.`)
  const { username, password, search, hash, pathname } = new URL(url)
  if (username + password + search + hash !== '')
    throw new TypeError('The url is more than the address of a server, such as https://api.example.com.')
  const api = pathname.search(/\/(?:api\/v1|fn)(?:\/|$)/)
  if (api >= 0)
    throw new TypeError(
      `The url "${url}" is that of a route: leave out ${pathname.slice(api)}, the client adds it.`,
    )
  return url.replace(/\/+$/, '')
}

/** checkProject throws a TypeError if a project's id is none. */
export function checkProject(project: string): void {
  if (!UUID.test(project))
    throw new TypeError(
      `The project "${project}" is no id of a project, which is a UUID. The console shows it.`,
    )
}

/** checkKey throws a TypeError if a key cannot be sent, or must not be where this runs. */
export function checkKey(key: string): void {
  if (!/^[!-~]+$/.test(key))
    throw new TypeError(
      'The key is empty, or has characters that no key has. Is there a line break at its end?',
    )
  if (key.startsWith('msk_') && runtime.document !== undefined)
    throw new TypeError(
      'The key is a secret one, which everybody who opens this page would get. Use a publishable key, and policies.',
    )
}

/** checkLimits throws a TypeError if requests cannot be bounded so. */
export function checkLimits({
  timeout,
  retries,
}: {
  readonly timeout: number
  readonly retries: number
}): void {
  if (!(timeout > 0)) throw new TypeError(`timeout must be a number of milliseconds above 0, not ${timeout}.`)
  if (!(retries >= 0)) throw new TypeError(`retries must be a number of attempts from 0, not ${retries}.`)
}
