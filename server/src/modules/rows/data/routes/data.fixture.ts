// What the tests of the data API share: a project with tables, and calls under each kind of caller.

import { createProjectLookup } from '#modules/projects/projects.service.ts'
import { insertOperation, type Written } from '#modules/rows/data/operations/operations.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import { Asker } from '#platform/asker.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { Answer, CallOptions, TestApp, TestProject } from '#test/harness.ts'

/** DataDriver drives the data API of one project with its secret key, unless `options` say otherwise. */
export interface DataDriver {
  readonly project: TestProject
  /** call calls a route; the path begins below /api/v1. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** insert makes rows, which must succeed, and returns them. */
  insert(table: string, body: unknown): Promise<any>
  /** list returns one column of the rows that match, in their order; the list must succeed. */
  list(table: string, query: string, column?: string): Promise<unknown[]>
  /** table makes a table, which must succeed, and returns it. A column may be just its name and type. */
  table(name: string, columns: Record<string, string | Record<string, unknown>>): Promise<any>
  /** policy makes a policy, which must succeed, and returns its id. */
  policy(table: string, policy: Record<string, unknown>): Promise<string>
  /** admin runs a statement as the administrator, whom nothing is hidden from. */
  admin(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** driveData makes the driver of a project. */
export function driveData(app: TestApp, project: TestProject): DataDriver {
  const call: DataDriver['call'] = (method, path, options = {}) =>
    app.api(method, path, options.token === undefined ? { key: project.secret, ...options } : options)
  const manage = async (path: string, body: unknown) =>
    succeeded(await app.api('POST', `/projects/${project.id}${path}`, { token: project.token, body })).data
  return {
    project,
    call,
    insert: async (table, body) => succeeded(await call('POST', `/data/${table}`, { body })).data,
    list: async (table, query, column = 'id') => {
      const { data } = succeeded(await call('GET', `/data/${table}?${query}`))
      return data.map((row: Record<string, unknown>) => row[column])
    },
    table: (name, columns) =>
      manage('/tables', {
        name,
        columns: Object.entries(columns).map(([column, type]) => ({
          name: column,
          ...(typeof type === 'string' ? { data_type: type } : type),
        })),
      }),
    policy: async (table, policy) => (await manage(`/tables/${table}/rls`, policy)).id,
    admin: async (text, values) => (await app.platform.clusters.main.admin.query(text, values)).rows,
  }
}

/** userActor is a signed-in user of a project. */
export function userActor(projectId: string, id: string, claims: Record<string, unknown> = {}): Actor {
  const context = { kind: 'user', uid: id, claims: JSON.stringify(claims) } as const
  return { type: 'project_user', user_id: id, session_id: 's', project_id: projectId, context }
}

/** recordOf returns a project as the routes get it. */
export async function recordOf(app: TestApp, id: string): Promise<ProjectRecord> {
  const project = await createProjectLookup(app.platform)(id)
  if (project === undefined) throw new Error(`no project ${id}`)
  return project
}

/** insertAs inserts as any actor, as POST /data/{table} does. */
export async function insertAs(
  app: TestApp,
  project: ProjectRecord,
  actor: Actor,
  table: string,
  body: unknown,
): Promise<Written> {
  const shape = await app.platform.shapes.get(project, table)
  return write(
    new Asker(app.platform, project, actor),
    insertOperation(shape, actor, body, undefined),
    undefined,
  )
}

function succeeded(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`expected success: ${answer.text}`)
  return answer
}
