// A new table, tried while it is typed.
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import type { TableCreate } from '#api/client/schemas.ts'
import { dryRunQuery } from '#api/data/schema.ts'
import { useLate } from '#ui/forms/late.ts'
import { sqlOf } from './table-draft.ts'

/** Trial is the statements that would run, or what is wrong: by the paths of fields, and the rest. */
export interface Trial {
  readonly sql: string
  /** isCurrent is whether it is of all that is typed. */
  readonly isCurrent: boolean
  readonly problems: ReadonlyMap<string, string>
  readonly rest: readonly string[]
}

const PATH = /^(?:operation\.input\.)?(name|(?:columns|relationships)\.\d+\.(\w+)|indexes\.\d+)[\w.]*(?=:? )/

const trialsOf = (projectId: string) => ['projects', projectId, 'new-table']

/** stopTrials cancels those under way: behind the making of the table they would find that it exists already. */
export async function stopTrials(client: QueryClient, projectId: string): Promise<void> {
  // The outer one first, so that it does not fail with the inner one.
  await client.cancelQueries({ queryKey: trialsOf(projectId) })
  await client.cancelQueries({ queryKey: ['projects', projectId, 'dry-run'] })
}

/** useTrial tries a table that has a name, once the typing pauses, while `isOn`. Nothing is changed by it. */
export function useTrial(projectId: string, plan: TableCreate, isOn: boolean): Trial {
  const client = useQueryClient()
  const typed = JSON.stringify(plan)
  const late = useLate(typed)
  const tried: TableCreate = JSON.parse(late)
  const trial = useQuery({
    queryKey: [...trialsOf(projectId), late],
    queryFn: async () => {
      const operation = { kind: 'table.create', input: tried }
      return sqlOf((await client.fetchQuery(dryRunQuery(projectId, operation))).sql)
    },
    enabled: isOn && tried.name !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const problems = new Map<string, string>()
  const rest: string[] = []
  const { error, data = '', isPlaceholderData } = trial
  const { errors = [], field: named } = error instanceof ApiError ? error : {}
  for (const sentence of error === null || errors.length > 0 ? errors : [error.message]) {
    const [whole, path = '', field = path === 'name' ? path : ''] = PATH.exec(sentence) ?? []
    if (whole !== undefined) problems.set(path, (field + sentence.slice(whole.length)).replace(/^: /, ''))
    else if (named === undefined) rest.push(sentence)
    else problems.set(named, sentence)
  }
  return { sql: error === null ? data : '', isCurrent: typed === late && !isPlaceholderData, problems, rest }
}
