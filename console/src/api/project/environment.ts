// Environment variables of a project, one set for each environment.
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { EnvironmentName, Variable } from '#api/client/schemas.ts'

const keyOf = (projectID: string) => ['projects', projectID, 'env']

/** variablesQuery is the variables of one environment, in the order of their keys. */
export const variablesQuery = (projectID: string, environment: EnvironmentName) =>
  queryOptions({
    queryKey: [...keyOf(projectID), environment],
    queryFn: ({ signal }) => {
      const params = { path: { projectID }, query: { environment } }
      return data(client.GET('/api/v1/projects/{projectID}/env', { params, signal }))
    },
  })

/** Values are the variables of one environment: their values by their keys. */
export type Values = Readonly<Record<string, string>>

const valuesOf = (variables: readonly Variable[]): Values =>
  Object.fromEntries(variables.map(({ key, value }) => [key, value]))

/** variablesTextQuery is an environment as the text of a .env file, and its values as the `base` of what is edited in it. */
export const variablesTextQuery = (projectID: string, environment: EnvironmentName) =>
  queryOptions({
    queryKey: [...keyOf(projectID), environment, 'text'],
    queryFn: async ({ signal }) => {
      const params = { path: { projectID }, query: { environment } }
      // In this order: what is written in between stands in the text alone, and is no change that is made here.
      const variables = await data(client.GET('/api/v1/projects/{projectID}/env', { params, signal }))
      const { text, omitted } = await data(
        client.GET('/api/v1/projects/{projectID}/env/export', { params, signal }),
      )
      return { base: valuesOf(variables), text, omitted }
    },
    // Read anew for each form, and not again while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** refreshVariables has the variables of a project fetched again. */
export function refreshVariables(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(projectID) })
}

/** VariableCreate is a variable to make. */
export interface VariableCreate {
  readonly key: string
  readonly value: string
  readonly environment: EnvironmentName
}

/** createVariable makes a variable; 409 where the environment has that key. */
export function createVariable(projectID: string, body: VariableCreate) {
  return data(client.POST('/api/v1/projects/{projectID}/env', { params: { path: { projectID } }, body }))
}

/** updateVariable changes the value of a variable. */
export function updateVariable(projectID: string, varID: string, value: string) {
  const params = { path: { projectID, varID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/env/{varID}', { params, body: { value } }))
}

/** deleteVariable deletes a variable; forced, also where functions read it. */
export async function deleteVariable(projectID: string, varID: string, force: boolean): Promise<void> {
  const params = { path: { projectID, varID }, query: { force } }
  await client.DELETE('/api/v1/projects/{projectID}/env/{varID}', { params })
}

/**
 * replaceVariables makes an environment what a .env text says, as far as that differs from `base`, what was stored when the editing
 * began; with `dry_run` it only returns what would change.
 */
export function replaceVariables(
  projectID: string,
  body: { environment: EnvironmentName; text: string; base: Values; dry_run: boolean },
) {
  const params = { path: { projectID } }
  const whole = { ...body, replace: true }
  return data(client.POST('/api/v1/projects/{projectID}/env/import', { params, body: whole }))
}

/** baseOver returns the base on which a text that was refused is written over what others have changed, if that is why. */
export async function baseOver(
  projectID: string,
  environment: EnvironmentName,
  base: Values,
  error: unknown,
): Promise<Values | undefined> {
  const { keys } = (error instanceof ApiError ? (error.details ?? {}) : {}) as { keys?: readonly string[] }
  if (keys === undefined) return undefined
  const now = await queryClient.fetchQuery({ ...variablesQuery(projectID, environment), staleTime: 0 })
  const others = Object.entries(base).filter(([key]) => !keys.includes(key))
  return { ...Object.fromEntries(others), ...valuesOf(now.filter(({ key }) => keys.includes(key))) }
}
