// The state of what a request is about, as a GET of the API itself tells it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonText } from '#platform/http/answers/envelope.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import type { ReadRoute, Subject } from './subjects.ts'

/** readSubject returns the state of what a request is about, or undefined where there is none, or none that can be read. */
export async function readSubject(
  app: App,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { get, steps }: Subject,
): Promise<unknown> {
  let state = await readBy(app, { request, reply }, get)
  for (const step of steps)
    state = step.startsWith(':')
      ? entryOf(state, (request.params as Record<string, string>)[step.slice(1)])
      : (state as Record<string, unknown> | undefined)?.[step.replaceAll('-', '_')]
  return state
}

/**
 * readBy calls the handler of a GET as if the request had asked it, with `more` among the parameters of its path. It may read
 * what the caller could change, whether or not they may read it. Returns undefined where the handler refuses.
 */
export async function readBy(
  app: App,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { handler, query }: ReadRoute,
  more: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const params = { ...(request.params as Record<string, string>), ...more }
  const asking: FastifyRequest = over(request, {
    method: 'GET',
    params,
    query: queryOf(query, request.query),
    body: undefined,
  })
  const silent: FastifyReply = over(reply, { sent: false })
  // A reply can be awaited, and this one is never sent.
  Object.defineProperty(silent, 'then', { value: undefined })
  for (const name of ['header', 'headers', 'code', 'status', 'type', 'send', 'hijack'])
    Object.defineProperty(silent, name, { value: () => silent })
  try {
    const answer: unknown = await handler.call(app as never, asking, silent)
    if (answer === silent) return undefined
    return answer instanceof JsonText ? parseExactly(answer.text) : answer
  } catch {
    // What is not there, or not to be seen, has no state; the change itself gets its own answer.
    return undefined
  }
}

// As many entries as there may be, of what the request names in its query, such as the organisation.
function queryOf(query: ReadRoute['query'], named: unknown): unknown {
  const more = [{ limit: '1000' }, { limit: '100' }, {}]
  for (const asked of [...more.map((limit) => ({ ...(named as object), ...limit })), ...more]) {
    const parsed = query?.safeParse(asked)
    if (parsed?.success) return parsed.data
  }
  return {}
}

function over(object: object, members: object) {
  return Object.create(object, Object.getOwnPropertyDescriptors(members))
}

const NAMES = ['id', 'name', 'slug', 'key', 'kind', 'domain', 'version', 'account_id'] as const

function entryOf(list: unknown, id: string | undefined): unknown {
  if (!Array.isArray(list)) return undefined
  const by = (name: string) => list.find((one) => String(one?.[name]) === id)
  return list.find((one) => one === id) ?? NAMES.map(by).find((one) => one !== undefined)
}
