// Sessions of browsers: with `X-Msingi-Session: cookie` the refresh token is in a cookie that no script can read, and never
// in a body. SameSite and the check of Origin keep other sites from using it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import type { Platform } from '#platform/platform.ts'
import { SESSION_MS } from '#platform/sessions/rotation.ts'

const NAME = 'msingi_session'
const ATTRIBUTES = 'HttpOnly; SameSite=Strict; Path=/api/v1/auth'

interface Issued {
  readonly tokens: { readonly refresh_token: string }
}

// Whether a request asks for a session in a cookie. Throws 400 and 403 where it must not.
function usesCookie({ config }: Platform, request: FastifyRequest): boolean {
  const mode = request.headers['x-msingi-session']
  if (mode === undefined) return false
  if (mode !== 'cookie') throw invalidInput('The header X-Msingi-Session must be cookie, or be left out.')
  const { origin } = request.headers
  const own = [new URL(baseUrlOf(config, request)).origin, `${request.protocol}://${request.host}`]
  if (origin !== undefined && !own.includes(origin))
    throw forbidden('forbidden', 'Sessions in a cookie are only for pages of this server itself.')
  return true
}

/** refreshTokenOf returns the refresh token in the cookie of a request, or throws 401. */
export function refreshTokenOf({ headers }: FastifyRequest): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const token = pairs.find(([name]) => name === NAME)?.[1]
  if (token === undefined || token === '' || token.length > 500)
    throw new AppError('unauthorized', 'There is no session in this browser. Log in.')
  return token
}

/**
 * answerSession answers with the session that `open` opens, if it does: with its refresh token in the cookie where the
 * request asks for that. It throws 400 and 403 before anything is opened.
 */
export async function answerSession<Answer extends object>(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  open: (inCookie: boolean) => Promise<Answer>,
): Promise<Answer> {
  const inCookie = usesCookie(platform, request)
  const answer = await open(inCookie)
  if (!inCookie || !hasTokens(answer)) return answer
  const { refresh_token, ...tokens } = answer.tokens
  setCookie(platform, request, reply, refresh_token, SESSION_MS / 1000)
  return { ...answer, tokens }
}

/** clearCookie removes the session from the browser. */
export function clearCookie(platform: Platform, request: FastifyRequest, reply: FastifyReply): void {
  if (usesCookie(platform, request)) setCookie(platform, request, reply, '', 0)
}

function hasTokens(answer: object): answer is Issued {
  return 'tokens' in answer
}

function setCookie(
  { config }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  seconds: number,
): void {
  const secure = baseUrlOf(config, request).startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${NAME}=${value}; Max-Age=${seconds}; ${ATTRIBUTES}${secure}`)
}
