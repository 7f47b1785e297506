// A section of the API: routes below one path. What they have in common is said once, and each route says the rest.
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { z } from 'zod'
import type { Access } from '#platform/credentials/actor.ts'
import type { ApiTag } from './api-tags.ts'
import type { App } from './app-types.ts'

/** SectionOptions is what the routes of a section have in common. Each route can say otherwise. */
export interface SectionOptions<Params extends z.ZodType> extends FastifyContextConfig {
  /** at is what their paths begin with. */
  readonly at: string
  readonly tag: ApiTag
  readonly access: Access
  /** params are those of the path. */
  readonly params?: Params
}

/** RouteOptions is what a route says of itself. */
export interface RouteOptions<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>
  extends Pick<RouteShorthandOptions, 'bodyLimit' | 'errorHandler' | 'exposeHeadRoute' | 'preHandler'>,
    FastifyContextConfig,
    Omit<FastifySchema, 'body' | 'headers' | 'params' | 'querystring' | 'tags'> {
  readonly tag?: ApiTag
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** response is made by `answers`. Where it has one status of success, the answer has that status. */
  readonly response?: Readonly<Record<string, z.ZodType>>
}

type Incoming<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = FastifyRequest<{
  Params: z.output<Params>
  Querystring: z.output<Query>
  Body: z.output<Body>
}>

type AddRoute<SectionParams extends z.ZodType> = <
  Params extends z.ZodType = SectionParams,
  Query extends z.ZodType = z.ZodUnknown,
  Body extends z.ZodType = z.ZodUnknown,
>(
  path: string,
  route: RouteOptions<Params, Query, Body>,
  handler: (request: Incoming<Params, Query, Body>, reply: FastifyReply) => unknown,
) => void

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Section registers routes, with the path behind that of the section. */
export type Section<Params extends z.ZodType> = Readonly<Record<(typeof METHODS)[number], AddRoute<Params>>>

/** section begins a section. */
export function section<Params extends z.ZodType = z.ZodUnknown>(
  app: App,
  { at, ...common }: SectionOptions<Params>,
): Section<Params> {
  const add = (method: (typeof METHODS)[number]): AddRoute<Params> => {
    return (path, route, handler) => {
      const { query, tag, ...all } = { ...common, ...route }
      const schema = { ...all, tags: [tag], ...(query !== undefined && { querystring: query }) }
      // Fastify and the hooks read of each what they know.
      app[method](
        at + path,
        { ...all, config: all, schema },
        answering(route.response, handler as RouteHandlerMethod),
      )
    }
  }
  return Object.fromEntries(METHODS.map((method) => [method, add(method)])) as Section<Params>
}

// Sets the status before the handler runs, so that it can answer with another one.
function answering(response: object | undefined, handler: RouteHandlerMethod): RouteHandlerMethod {
  const [status = 200, ...others] = Object.keys(response ?? {}).map(Number)
  if (status === 200 || others.length > 0) return handler
  if (status !== 204)
    return function (request, reply) {
      reply.code(status)
      return handler.call(this, request, reply)
    }
  return async function (request, reply) {
    reply.code(status)
    const answer = await handler.call(this, request, reply)
    // Nothing is sent with it, whatever the handler returns.
    return reply.statusCode === status && answer !== reply ? undefined : answer
  }
}
