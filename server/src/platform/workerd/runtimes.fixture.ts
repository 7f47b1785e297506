// Runtimes with code that tests hand in, one module per worker.
import type { Readable } from 'node:stream'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { recordingLog } from '#platform/postgres/postgres.fixture.ts'
import type { Answer } from './invocation.ts'
import { LIMITS, type RuntimeLimits } from './project-runtime.ts'
import type { InvocationReport, RuntimeHost } from './runtime-host.ts'
import { Runtimes, type RuntimesOptions } from './runtimes.ts'

/** Lab is runtimes, the code that they run, and what they reported. */
export interface Lab {
  readonly runtimes: Runtimes
  readonly code: Map<string, string>
  readonly reports: InvocationReport[]
  /** used is the processor time that was reported, by project, in milliseconds. */
  readonly used: Map<string, number>
  readonly messages: readonly unknown[]
  /** get sends a GET to a worker of a project and returns status and text. */
  get(
    project: string,
    worker: string,
    options?: GetOptions,
  ): Promise<{ status: number; text: string; answer: Answer }>
}

/** GetOptions are what differs from a GET of `/` within five seconds. */
export interface GetOptions {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer | Readable
  readonly timeMs?: number
  readonly id?: string
  /** account is whose project it is: by default its own. */
  readonly account?: string
}

/** openLab opens runtimes for tests. */
export function openLab(
  options: Partial<Omit<RuntimesOptions, 'limits'>> & {
    limits?: Partial<RuntimeLimits>
    serve?: RuntimeHost['serve']
    /** read replaces what returns the text of a worker. */
    read?: (worker: string) => Promise<string | undefined>
  } = {},
): Lab {
  const code = new Map<string, string>()
  const reports: InvocationReport[] = []
  const used = new Map<string, number>()
  const { log, messages } = recordingLog()
  const host: RuntimeHost = {
    used: (project, cpuMs) => used.set(project, (used.get(project) ?? 0) + cpuMs),
    code: async (_project, worker) => {
      const text = options.read === undefined ? code.get(worker) : await options.read(worker)
      if (text === undefined) return undefined
      return { mainModule: 'main.js', modules: { 'main.js': text }, variables: { A: '1' }, hosts: null }
    },
    report: (_project, report) => reports.push(report),
    unreached: async () => ({ code: 'EIO', message: 'unknown' }),
    serve: options.serve ?? ((_projectId, _request, response) => response.end('api')),
  }
  const runtimes = new Runtimes({
    log: log as never,
    host,
    internalNetworks: [],
    processes: 10,
    ...options,
    limits: { ...LIMITS, ...options.limits },
  })
  return {
    runtimes,
    code,
    reports,
    used,
    messages,
    async get(
      project,
      worker,
      {
        path = '/',
        method = 'GET',
        headers = {},
        body,
        timeMs = 5000,
        id = 'i',
        account = `account of ${project}`,
      } = {},
    ) {
      const record = { id: project, account_id: account } as ProjectRecord
      const answer = await runtimes.invoke(record, {
        id,
        name: worker,
        worker,
        method,
        path,
        headers,
        body,
        timeMs,
      })
      let text = ''
      for await (const part of answer.body) text += part
      return { status: answer.status, text, answer }
    },
  }
}
