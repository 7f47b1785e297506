// Functions: code of projects that runs on the server.
import { Gauge } from 'prom-client'
import type { ServiceKeys } from '#modules/api-keys/service-keys.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { Followers } from '#platform/http/answers/followers.ts'
import { standUnder } from '#platform/http/base-url.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import type { Module } from '#platform/module.ts'
import { RegistryAddress } from '#platform/npm/registry-address.ts'
import type { Platform } from '#platform/platform.ts'
import type { RuntimeHost } from '#platform/workerd/runtime-host.ts'
import { Runtimes } from '#platform/workerd/runtimes.ts'
import { Compiler } from './bundle/compiler.ts'
import { type CallFunction, type Complain, createCallFunction } from './invoke/background-calls.service.ts'
import { functionHttpRoutes } from './invoke/http.routes.ts'
import { invokeRoutes } from './invoke/invoke.routes.ts'
import { createInvoker, type Invoker } from './invoke/invoke.service.ts'
import { whyUnreached } from './invoke/why-unreached.ts'
import { BASE_HEADER } from './live/entry.ts'
import { LiveFunctions } from './live/live-functions.ts'
import { createTrial } from './live/trial.ts'
import { functionLogRoutes } from './log/function-log.routes.ts'
import { createFunctionLog } from './log/function-log.ts'
import { functionRoutes } from './versions/functions.routes.ts'
import { FUNCTION_REFERENCES } from './versions/references.ts'

const tags = {
  Functions: 'Code of a project that runs on the server: deployments, invocations and logs.',
} as const

API_TAGS.add(240, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'functions:read': { allows: 'See functions, their versions and logs.', roles: readers },
  'functions:write': { allows: 'Change, deploy and invoke functions.', roles: developers },
} as const

PERMISSIONS.add(210, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { functions: true } as const

ROUTE_GROUPS.add(40, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

const events = { 'function.failing': 'error' } as const

EVENT_TYPES.add(40, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

declare module '#platform/references/references.ts' {
  interface ReferredKinds {
    function: unknown
  }
}

/** FunctionsNeeds are the services of other modules. */
export interface FunctionsNeeds {
  readonly projects: { readonly find: FindProject }
  readonly apiKeys: { readonly serviceKeys: ServiceKeys }
}

// Of the time to stop, what functions go on with after their answers may take this, with the requests before it.
const STOP_MS = 20_000
const LEAST_MS = 500

/** FunctionsModule is the module, with what calls functions, and what tells their log of a bad answer. */
export interface FunctionsModule extends Module {
  readonly invoker: Invoker
  readonly call: CallFunction
  readonly complain: Complain
}

/** functionsModule returns what the module contributes. */
export function functionsModule(platform: Platform, { projects, apiKeys }: FunctionsNeeds): FunctionsModule {
  const { npmRegistry, networkEnvironment } = platform.config
  const compiler = new Compiler({ environment: networkEnvironment })
  const functions = new LiveFunctions(platform, compiler, async (id) => projects.find(id))
  const log = createFunctionLog(platform, functions)
  const followers = new Followers()
  let drained = 0
  let serve: RuntimeHost['serve'] = () => {
    throw new AppError('unavailable', 'The server is starting.')
  }
  const unread = (error: unknown) =>
    platform.log.warn({ err: error }, 'could not read the report of a function')
  const runtimes = new Runtimes({
    log: platform.log,
    host: {
      code: (projectId, worker) => functions.codeOf(projectId, worker),
      report: (projectId, report) => void log.report(projectId, report).catch(unread),
      used: (projectId, cpuMs) => {
        platform.usage.of(projectId).function_cpu_ms += cpuMs
      },
      unreached: whyUnreached(platform),
      serve: (projectId, request, response) => serve(projectId, request, response),
    },
    internalNetworks: platform.config.internalNetworks,
    processes: platform.config.functionProcesses,
  })
  const trial = createTrial(runtimes, functions)
  const deployment = { compiler, registry: new RegistryAddress(npmRegistry), trial }
  const serviceKey = (projectId: string) => apiKeys.serviceKeys.of(projectId)
  const invoker = createInvoker({ platform, functions, runtimes, log, serviceKey })
  return {
    name: 'functions',
    routes(api) {
      functionRoutes(api, platform, deployment)
      invokeRoutes(api, platform, invoker)
      functionLogRoutes(api, platform, log, followers)
    },
    rootRoutes(root: App) {
      serve = (projectId, request, response) => {
        apiKeys.serviceKeys.admit(projectId, request)
        const { [BASE_HEADER]: base } = request.headers
        if (typeof base === 'string') standUnder(request, base)
        root.server.emit('request', request, response)
      }
      functionHttpRoutes(root, platform, { functions, invoker })
    },
    references: FUNCTION_REFERENCES,
    upkeep: log.upkeep,
    async forget(id) {
      functions.forget(id)
      await runtimes.end(id)
    },
    start: () => runtimes.check(),
    metrics(registry) {
      new Gauge({
        name: 'msingi_function_processes',
        help: 'Processes that run functions; each belongs to one project.',
        registers: [registry],
        collect() {
          this.set(runtimes.figures().running)
        },
      })
      new Gauge({
        name: 'msingi_function_memory_bytes',
        help: 'Resident memory of these processes.',
        registers: [registry],
        collect() {
          this.set(runtimes.figures().memory)
        },
      })
    },
    async drain() {
      drained = performance.now()
      followers.close()
    },
    async close() {
      await runtimes.finish(Math.max(LEAST_MS, STOP_MS - (performance.now() - drained)))
      await Promise.all([runtimes.close(), compiler.close()])
      await log.close()
    },
    invoker,
    call: createCallFunction(platform, invoker, projects.find),
    complain: (projectId, answered, message) => log.complain(projectId, answered, message),
  }
}
