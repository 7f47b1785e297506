// Writes answer with what they have written. Who may write and not read gets a minimal answer instead: a write is no way
// around the permission to read.
import type { FastifyContextConfig } from 'fastify'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import { isOperatorPermission } from '#platform/credentials/permissions.ts'
import { permissionOf } from '#platform/credentials/route-permission.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { JsonText } from './envelope.ts'

/** Minimal makes the minimal answer of a whole one, which is neither null nor undefined. */
type Minimal = NonNullable<FastifyContextConfig['minimal']>

/** only keeps these fields of an answer. */
export function only(...names: readonly string[]) {
  return (answer: object) =>
    Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)))
}

/** idsOf keeps the ids of an answer and nothing else: `{id}`, a list of them, or `{}` where there is none. */
export function idsOf(answer: object | readonly object[]): object {
  return Array.isArray(answer) ? answer.map(only('id')) : only('id')(answer)
}

/** wholeAnswer is for writes whose answer shows nothing that was there before, such as the result of a test. */
export function wholeAnswer(answer: unknown): unknown {
  return answer
}

/** answerTo returns the answer of a write in an area, such as `data`, as the caller may see it. */
export function answerTo(
  { permissions }: MemberRights,
  area: string,
  answer: unknown,
  minimal: Minimal = idsOf,
): unknown {
  if (permissions.has(`${area}:read`)) return answer
  const data: unknown = answer instanceof JsonText ? JSON.parse(answer.text) : answer
  const shown = data === null || data === undefined ? data : minimal(data as never)
  return answer instanceof JsonText ? new JsonText(JSON.stringify(shown), answer.details) : shown
}

/** minimiseAnswers adds the hook that does it for all routes with a project or an organisation in their address. */
export function minimiseAnswers(app: App): void {
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    const { rights, method, routeOptions } = request
    const { access, minimal } = routeOptions.config
    const permission = permissionOf(access, method)
    // A GET that needs another permission than to read is there to show what that one guards.
    const shows = method === 'GET' || permission === undefined || permission === 'self'
    if (rights === undefined || shows || isOperatorPermission(permission)) done(null, payload)
    else done(null, answerTo(rights, permission.slice(0, permission.indexOf(':')), payload, minimal))
  })
}
