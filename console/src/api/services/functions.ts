// Functions of a project: their drafts, versions, invocations and logs.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { readEvents } from '#api/client/event-stream.ts'
import { queryClient } from '#api/client/query-client.ts'
import type {
  FunctionCreate,
  FunctionInvoke,
  FunctionLogLine,
  FunctionResponse,
  FunctionUpdate,
  ProjectFunction,
} from '#api/client/schemas.ts'

const pathOf = (projectID: string, fnID: string) => ({ params: { path: { projectID, fnID } } })

/** functionsKey begins the keys of all queries about functions of a project. */
export const functionsKey = (projectID: string) => ['projects', projectID, 'functions']

/** functionsQuery is all functions of a project, without their drafts. */
export const functionsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), 'list'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/functions', { params: { path: { projectID } }, signal })),
  })

/** deployedFunctionsQuery is those of them that run, so that other things can call them. */
export const deployedFunctionsQuery = (projectID: string) =>
  queryOptions({
    ...functionsQuery(projectID),
    select: (all) => all.filter(({ version }) => version !== null),
  })

/** functionQuery is one function with its draft. */
export const functionQuery = (projectID: string, fnID: string) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'draft'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}', { ...pathOf(projectID, fnID), signal }),
      ),
  })

/** createFunction makes a function, whose draft is an example. */
export function createFunction(projectID: string, body: Pick<FunctionCreate, 'name' | 'access' | 'runtime'>) {
  const defaults = { environment: 'production', timeout_ms: 30_000, concurrency: 50, allowed_hosts: null }
  return data(
    client.POST('/api/v1/projects/{projectID}/functions', {
      params: { path: { projectID } },
      body: { ...defaults, ...body } as FunctionCreate,
    }),
  )
}

/** updateFunction changes settings at once, and the draft. */
export function updateFunction(projectID: string, fnID: string, body: FunctionUpdate) {
  return data(
    client.PATCH('/api/v1/projects/{projectID}/functions/{fnID}', { ...pathOf(projectID, fnID), body }),
  )
}

/** deleteFunction deletes a function with its versions, logs and triggers; forced, also where other things call it. */
export async function deleteFunction(projectID: string, fnID: string, force: boolean): Promise<void> {
  const params = { path: { projectID, fnID }, query: { force } }
  await client.DELETE('/api/v1/projects/{projectID}/functions/{fnID}', { params })
}

/** deployFunction has the draft run. What is wrong with its code is in `details.problems` of the ApiError. */
export function deployFunction(projectID: string, fnID: string) {
  return data(client.POST('/api/v1/projects/{projectID}/functions/{fnID}/deploy', pathOf(projectID, fnID)))
}

/** CodeProblem is one thing that the compiler refuses; without a file it is about the whole. */
export interface CodeProblem {
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** problemsOf returns what the compiler refuses, if that is why a request has failed. */
export function problemsOf(error: Error & { readonly details?: unknown }): readonly CodeProblem[] {
  const { problems } = (error.details ?? {}) as { problems?: readonly CodeProblem[] }
  return Array.isArray(problems) ? problems : []
}

/** functionVersionsQuery is the versions that are kept, the latest first. */
export const functionVersionsQuery = (projectID: string, fnID: string) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'versions'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}/versions', {
          ...pathOf(projectID, fnID),
          signal,
        }),
      ),
  })

/** functionVersionQuery is a version with its source, which never changes. */
export const functionVersionQuery = (projectID: string, fnID: string, version: number) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'versions', version],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}/versions/{version}', {
          params: { path: { projectID, fnID, version: String(version) } },
          signal,
        }),
      ),
  })

/** rollbackFunction lets another version run. */
export function rollbackFunction(projectID: string, fnID: string, version: number) {
  return data(
    client.POST('/api/v1/projects/{projectID}/functions/{fnID}/rollback', {
      ...pathOf(projectID, fnID),
      body: { version },
    }),
  )
}

/** invokeFunction calls the version that runs, and returns what it has answered. */
export function invokeFunction(
  projectID: string,
  fnID: string,
  request: Pick<FunctionInvoke, 'method' | 'path' | 'headers' | 'body'>,
): Promise<FunctionResponse> {
  return data(
    client.POST('/api/v1/projects/{projectID}/functions/{fnID}/invoke', {
      ...pathOf(projectID, fnID),
      body: { ...request, body_base64: false },
    }),
  )
}

/** LogLevel is how much a line of a function's log matters. */
export type LogLevel = FunctionLogLine['level']

/** FunctionLogFilter is which lines to list. */
export interface FunctionLogFilter {
  readonly level?: LogLevel
  readonly search?: string
  readonly invocation_id?: string
}

const MOST_LINES = 500

/** functionLogsQuery is the latest lines of a function's log, the latest first. */
export const functionLogsQuery = (projectID: string, fnID: string, filter: FunctionLogFilter) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'logs', filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}/logs', {
          params: { path: { projectID, fnID }, query: { ...filter, limit: MOST_LINES } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/**
 * followFunctionLogs calls `onLine` with each line from now on, until the signal is aborted or the server ends it, and has those
 * before read again.
 */
export async function followFunctionLogs(
  projectID: string,
  fnID: string,
  signal: AbortSignal,
  onLine: (line: FunctionLogLine) => void,
): Promise<void> {
  const { response } = await client.GET('/api/v1/projects/{projectID}/functions/{fnID}/logs/stream', {
    ...pathOf(projectID, fnID),
    signal,
    parseAs: 'stream',
  })
  const read = () => queryClient.invalidateQueries({ queryKey: [...functionsKey(projectID), fnID, 'logs'] })
  await readEvents(response, (text) => onLine(JSON.parse(text)), read)
}

const MOST_INVOCATIONS = 100

/** functionInvocationsQuery is the latest calls of a function. */
export const functionInvocationsQuery = (projectID: string, fnID: string) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'invocations'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}/invocations', {
          params: { path: { projectID, fnID }, query: { limit: MOST_INVOCATIONS } },
          signal,
        }),
      ),
  })

/** functionFiguresQuery counts the calls of the last hours. */
export const functionFiguresQuery = (projectID: string, fnID: string, hours: number) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), fnID, 'figures', hours],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/functions/{fnID}/figures', {
          params: { path: { projectID, fnID }, query: { hours } },
          signal,
        }),
      ),
  })

/** functionNamesQuery is the names that `env` of a function has: variables of its environment and secrets, never their values. */
export const functionNamesQuery = (projectID: string, environment: ProjectFunction['environment']) =>
  queryOptions({
    queryKey: [...functionsKey(projectID), 'names', environment],
    queryFn: async ({ signal }) => {
      const path = { projectID }
      const [variables, secrets] = await Promise.all([
        data(
          client.GET('/api/v1/projects/{projectID}/env', {
            params: { path, query: { environment } },
            signal,
          }),
        ),
        data(client.GET('/api/v1/projects/{projectID}/secrets', { params: { path }, signal })),
      ])
      return { variables: variables.map(({ key }) => key), secrets: secrets.map(({ key }) => key) }
    },
  })
