// Test driver for a project's schema: calls of its routes, and SQL under its roles.
import type { Answer, TestApp } from '#test/harness.ts'

interface Rows {
  readonly rows: Record<string, unknown>[]
  readonly rowCount: number | null
}

export interface SchemaDriver {
  /** call calls a route below the project. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** create creates a table and returns it, or fails the test. */
  create(name: string, columns?: readonly Record<string, unknown>[]): Promise<any>
  /** link creates a relationship from `a.b` to `c.d` and returns it, or fails the test. */
  link(from: string, to: string, onDelete?: string): Promise<any>
  /** sql runs a statement as the project's owner, who sees all rows. */
  sql(text: string, values?: unknown[]): Promise<Rows>
  /** data runs a statement as the data role with a secret key, and returns its rows as text. */
  data(text: string, values?: (string | null)[]): Promise<readonly (readonly (string | null)[])[]>
}

/** driveSchema returns the driver of a project. */
export function driveSchema(app: TestApp, project: { id: string; token: string }): SchemaDriver {
  const cluster = app.platform.clusters.main
  const call: SchemaDriver['call'] = (method, path, body) =>
    app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
  return {
    call,
    create: async (name, columns = []) => made(await call('POST', '/tables', { name, columns })),
    link: async (from, to, on_delete = 'restrict') => {
      const [[from_table, from_column], [to_table, to_column]] = [from.split('.'), to.split('.')]
      const body = { from_table, from_column, to_table, to_column, on_delete }
      return made(await call('POST', '/schema/relationships', body))
    },
    sql: (text, values) =>
      cluster.asOwner(project, async (client) => {
        await client.query("set local msingi.kind = 'dashboard'")
        return client.query(text, values)
      }),
    data: async (text, values = []) => {
      const actor = { kind: 'secret', uid: null, claims: '{}' } as const
      const shared = { id: project.id, own_login: false }
      const [result] = await cluster.executor.execute(shared, actor, [{ text, values }])
      return result?.rows ?? []
    },
  }
}

function made(answer: Answer) {
  if (answer.status !== 201) throw new Error(`expected 201: ${answer.text}`)
  return answer.data
}
