// What the tests of this module share: calls to one project and SQL for it.

/** Answer is what the server said. */
export interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly body: any
}

interface App {
  api(
    method: string,
    path: string,
    options: { token?: string; key?: string; body?: unknown },
  ): Promise<Answer>
}

interface Project {
  readonly id: string
  readonly token: string
  readonly secret: string
  readonly publishable: string
}

/** DdlDriver sends SQL and calls to one project. */
export interface DdlDriver {
  readonly project: Project
  call(method: string, path: string, body?: unknown): Promise<Answer>
  exec(sql: string, options?: object): Promise<Answer>
  /** run is exec that must succeed, and gives its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  run(sql: string): Promise<any>
  data(method: string, path: string, body?: unknown): Promise<Answer>
}

/** driveDdl makes the driver of a project. */
export function driveDdl(app: App, project: Project): DdlDriver {
  const call: DdlDriver['call'] = (method, path, body) =>
    app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  const exec: DdlDriver['exec'] = (sql, options = {}) => call('POST', '/schema/exec-ddl', { sql, ...options })
  return {
    project,
    call,
    exec,
    run: async (sql) => {
      const answer = await exec(sql)
      if (answer.status !== 200) throw new Error(`expected 200: ${answer.text}`)
      return answer.data
    },
    data: (method, path, body) => app.api(method, `/data/${path}`, { key: project.secret, body }),
  }
}
