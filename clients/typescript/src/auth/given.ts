// A session whose access tokens come from elsewhere, such as the header of a request or the page's own server.
import { MsingiError } from '../http/error.ts'
import type { SessionStorage } from '../runtime/storage.ts'
import { readToken, type Tokens } from './tokens.ts'

/** AccessToken returns an access token of a user of the project; null stands for nobody. */
export type AccessToken = () => Given | Promise<Given>

type Given = string | null | undefined

/**
 * createGivenStorage returns a storage in which a session stands that others renew, beside what the other storage keeps. The
 * function is called again when its token expires or is refused. Whoever signs in over the client comes first.
 */
export function createGivenStorage(accessToken: AccessToken, storage: SessionStorage): SessionStorage {
  let own: string | undefined
  const isSession = (name: string) => name.startsWith('msingi.session.')
  return {
    get: async (name) => {
      if (!isSession(name)) return storage.get(name)
      if (own !== undefined) return own
      const token = await accessToken()
      return token === null || token === undefined ? null : JSON.stringify({ tokens: tokensOf(token) })
    },
    set: (name, value) => {
      if (!isSession(name)) return storage.set(name, value)
      const { tokens } = JSON.parse(value) as { readonly tokens: Tokens }
      if (tokens.refresh_token !== undefined) own = value
    },
    remove: (name) => {
      if (!isSession(name)) return storage.remove(name)
      own = undefined
    },
  }
}

function tokensOf(access_token: string): Tokens {
  const read = readToken(access_token)
  if (read === undefined)
    throw new MsingiError('That is no access token of a user: it is a JWT, without the word Bearer.', {
      status: 401,
    })
  return { access_token, access_token_expires_at: read.expiresAt.toISOString(), token_type: 'Bearer' }
}
