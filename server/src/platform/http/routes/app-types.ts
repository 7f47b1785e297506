// The Fastify instance as modules see it: zod types what comes in, and every request carries who calls.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { ActingAs } from '#platform/credentials/act-as.ts'
import type { Access, Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import type { ListedRoute } from '#platform/credentials/permissions-docs.ts'
import type { RequestHeader, ResponseHeader } from '#platform/http/schemas/api-headers.ts'
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import type { Act } from './act.ts'
import type { RouteGroup } from './limit-rules.ts'
import type { RateLimit, RouteLimits } from './rate-limits.ts'
import type { RouteAudit } from './request-audit.ts'

/** ZodProvider types a handler's params, query and body by their zod schemas; answers are free. */
export interface ZodProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: unknown
}

/** App is the server that modules register their routes on. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** access says who may call the route; every route has one. */
    access?: Access
    /** limit bounds the calls of each address, project or actor. */
    limit?: RouteLimits
    /** group is which rules of projects count the route, besides those about all routes. */
    group?: RouteGroup | undefined
    /** streams says that the handler reads the body itself, as bytes of any type and number. */
    streams?: boolean
    /** ownLimits leaves the limits by address and credential out: the route has its own. */
    ownLimits?: boolean
    /** minimal is the answer to who may write and not read; the ids alone unless said here. */
    minimal?: (answer: never) => unknown
    /**
     * audit says which changes are in the audit log; all with their states, where it is left out. False leaves out what changes
     * nothing: a call, a try, a part of an upload, or what is only computed.
     */
    audit?: RouteAudit | false | undefined
    /** compressed is false where the length of an answer must not tell what is in it, or where its bytes are somebody else's. */
    compressed?: boolean
    /** pastQuota lets requests through that must arrive even if the project has used up its requests. */
    pastQuota?: boolean
  }
  interface FastifyRequest {
    /** address is the caller's, also once the connection is gone, when `ip` is not known any more. */
    address: string
    /** network is what limits count that address as. */
    network: string
    /** actor is whose credential the request carries. */
    actor: Actor | undefined
    /** actingAs is whom a dashboard user acts as, where they do. */
    actingAs: ActingAs | undefined
    project: ProjectRecord | undefined
    /** act is who makes the request, for those who change something; made when it is first asked for. */
    readonly act: Act
    /** takeLimit counts the request against a limit that depends on what it asks for. It throws 429. */
    takeLimit(limit: RateLimit & { readonly name: string }, key: string): Promise<void>
    /** checkAgain throws as the access check would by now, for answers that go on. */
    checkAgain(): Promise<void>
    /** rights are those of a dashboard user in the organisation of the URL, or of the project in it. */
    rights: MemberRights | undefined
  }
  interface FastifyInstance {
    /** describeApi returns the description of the API, once all routes are registered. */
    describeApi(): Promise<JsonSchema>
    /** routePermissions returns what each route needs of dashboard users. */
    routePermissions(): readonly ListedRoute[]
  }
  interface FastifySchema {
    tags?: readonly string[]
    summary?: string
    description?: string
    hide?: boolean
    /** requestHeaders are the headers that the route takes besides credentials. */
    requestHeaders?: readonly RequestHeader[]
    /** conflicts is true where an action can meet something that is already there (409). */
    conflicts?: boolean
    /** responseHeaders are the headers of its success besides those of every answer. */
    responseHeaders?: readonly ResponseHeader[]
    /** media are the types of its success; JSON unless said here. */
    media?: readonly string[]
  }
}
