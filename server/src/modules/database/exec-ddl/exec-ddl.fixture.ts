// Shared by the tests of this module: calls to one project, and SQL for it.
import type { Answer, TestApp, TestProject } from '#test/harness.ts'

/** DdlDriver calls the API in one project. */
export interface DdlDriver {
  readonly project: TestProject
  call(method: string, path: string, body?: unknown): Promise<Answer>
  exec(sql: string, options?: object): Promise<Answer>
  /** run expects `exec` to succeed, and returns its `data`. */
  run(sql: string): Promise<any>
  data(method: string, path: string, body?: unknown): Promise<Answer>
}

/** driveDdl returns a DdlDriver for a project. */
export function driveDdl(app: TestApp, project: TestProject): DdlDriver {
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
