// What the descriptions of all projects have in common: routes of signing in, refusals, headers and parameters. All of it
// is taken from the server's own description.
import { refsIn } from '#platform/http/openapi/api-text.ts'
import { headersOf } from '#platform/http/schemas/api-headers.ts'
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'

/** SharedParts are pieces of the server's description. */
export interface SharedParts {
  readonly info: JsonSchema
  readonly servers: unknown
  readonly tags: readonly { readonly name: string }[]
  /** paths are those of signing in and of live changes, with `{projectID}` where the project's id goes. */
  readonly paths: Readonly<Record<string, JsonSchema>>
  /** components returns all that these paths refer to, and what a description with such tables needs. */
  components(tables: {
    readonly listed: boolean
    readonly written: boolean
  }): Readonly<Record<string, object>>
  /** names are taken: ids of operations and names of schemas. */
  readonly names: ReadonlySet<string>
}

type Components = Record<string, Record<string, unknown>>
type Operation = Record<string, unknown> & {
  operationId: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: JsonSchema[]
}

const PROJECT = '/api/v1/projects/{projectID}'
const LIST = '/api/v1/data/{table}'

/** LIST_PARAMETERS and INSERT_PARAMETERS are what every table takes besides filters. */
export const LIST_PARAMETERS = ['select', 'order', 'limit', 'offset', 'cursor'] as const
export const INSERT_PARAMETERS = ['on_conflict', 'Prefer', 'Idempotency-Key'] as const

/** REFUSED are the refusals of operations on rows, by status. */
export const REFUSED: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries({
    404: 'NotFound',
    409: 'Conflict',
    default: 'Refused',
  }).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
)

/** sharedParts picks them from the server's description. */
export function sharedParts(server: JsonSchema): SharedParts {
  const components = server.components as Components
  const all = server.paths as Record<string, JsonSchema>
  const paths = Object.fromEntries(
    Object.entries(all)
      .map(([path, item]): [string, JsonSchema] => [path, ofUsers(path, item)])
      .filter(([, item]) => Object.keys(item).some((key) => key !== 'parameters')),
  )
  const parameters = parametersOf(all[LIST] ?? {}, components)
  const schemas = closure(paths, components).schemas ?? {}
  const securitySchemes = components.securitySchemes ?? {}
  const { api_key, api_key_bearer, project_user, dashboard } = securitySchemes
  const operations = Object.values(paths).flatMap(operationsOf)
  const tags = new Set(operations.flatMap(({ tags }) => tags))
  return {
    info: server.info as JsonSchema,
    servers: server.servers,
    tags: (server.tags as { name: string }[]).filter(({ name }) => tags.has(name)),
    paths,
    components({ listed, written }) {
      const used = closure([paths, ...(listed ? OF_LISTS : []), Object.values(REFUSED)], components)
      const names = [...(listed ? LIST_PARAMETERS : []), ...(written ? INSERT_PARAMETERS : [])]
      const own = names.map((name) => [name, parameters[name]])
      return {
        ...used,
        parameters: { ...used.parameters, ...Object.fromEntries(own) },
        securitySchemes: { api_key, api_key_bearer, project_user, dashboard },
      }
    },
    names: new Set([...operations.map(({ operationId }) => operationId), ...Object.keys(schemas)]),
  }
}

/** LINKS are the headers of a list's answer. */
export const LINKS = headersOf(['X-Next-Cursor', 'Link'])

const OF_LISTS = [LINKS, { $ref: '#/components/schemas/Success' }]

// The operations of a path that end users of a project need.
function ofUsers(path: string, item: JsonSchema): JsonSchema {
  if (!path.startsWith(`${PROJECT}/auth/`) && path !== `${PROJECT}/realtime/connect`) return {}
  const kept = Object.entries(item).filter(
    ([key, one]) => key === 'parameters' || isForUsers(one as Operation),
  )
  const own = kept.map(([key, one]) => [
    key,
    key === 'parameters' ? withoutProject(one) : shortNamed(one as Operation),
  ])
  return Object.fromEntries(own.filter(([, one]) => !(Array.isArray(one) && one.length === 0)))
}

function isForUsers({ tags, security }: Operation): boolean {
  const kinds = security.flatMap((one) => Object.keys(one))
  return kinds.includes('project_user') || (tags.includes('Project auth') && kinds.includes('api_key'))
}

function withoutProject(parameters: unknown): unknown {
  return (parameters as JsonSchema[]).filter(({ $ref }) => $ref !== '#/components/parameters/projectID')
}

function shortNamed(operation: Operation): Operation {
  return { ...operation, operationId: operation.operationId.replace('ProjectsByProjectID', '') }
}

function operationsOf({ parameters: _, ...operations }: JsonSchema): Operation[] {
  return Object.values(operations) as Operation[]
}

// Those that name a table by a parameter do not concern a description in which each table has a path.
function parametersOf(list: JsonSchema, components: Components): Record<string, JsonSchema> {
  const { get, post } = list as Record<string, Operation | undefined>
  const given = [...(get?.parameters ?? []), ...(post?.parameters ?? [])].map((one) => {
    const name = String(one.$ref).split('/').at(-1) ?? ''
    return one.$ref === undefined ? one : ((components.parameters?.[name] ?? {}) as JsonSchema)
  })
  const wanted: readonly string[] = [...LIST_PARAMETERS, ...INSERT_PARAMETERS]
  const entries = wanted.flatMap((name) => {
    const found = given.find((one) => one.name === name)
    return found === undefined ? [] : [[name, withoutExample(found)]]
  })
  return Object.fromEntries(entries) as Record<string, JsonSchema>
}

// An example speaks of a table that this project may not have.
function withoutExample({ example: _, ...parameter }: JsonSchema): JsonSchema {
  return parameter
}

// What the seeds refer to, and what that refers to.
function closure(seeds: unknown, components: Components): Components {
  const found: Components = {}
  const open = new Set(refsIn(seeds))
  for (const ref of open) {
    const [, , kind = '', name = ''] = ref.split('/')
    const part = components[kind]?.[name]
    if (part === undefined) throw new Error(`the description has no ${ref}`)
    found[kind] = { ...found[kind], [name]: part }
    for (const next of refsIn(part)) open.add(next)
  }
  return found
}
