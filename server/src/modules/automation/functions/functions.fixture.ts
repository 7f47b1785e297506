// A server that listens, a project on it, and its functions.
import { expect } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** FunctionsLab is the server with its project. */
export interface FunctionsLab {
  readonly app: TestApp
  readonly project: TestProject
  readonly base: string
}

/** openFunctions starts it; `overrides` change single settings. */
export async function openFunctions(overrides: Partial<Config> = {}): Promise<FunctionsLab> {
  const app = await startTestApp(overrides)
  const project = await app.createProject()
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  return { app, project, base }
}

/** handler returns the code of a function with that body. */
export const handler = (body: string) => `export default { async fetch(request, env, ctx) { ${body} } }`

/** bound returns what calls the API of functions, as the dashboard user. */
export function bound(lab: () => FunctionsLab) {
  const call = async (method: string, path: string, body?: object) => {
    const { app, project } = lab()
    const answer = await app.api(method as 'GET', `/projects/${project.id}/functions${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
    const { message, errors, details } = (answer.body ?? {}) as {
      message?: string
      errors?: string[]
      details?: unknown
    }
    return { status: answer.status, data: answer.data, message, errors, details }
  }
  const deployed = async (
    fields: { name: string } & Record<string, unknown>,
  ): Promise<{ id: string; slug: string; url: string }> => {
    const made = await call('POST', '', fields)
    expect(made.status, JSON.stringify(made)).toBe(201)
    const live = await call('POST', `/${made.data.id}/deploy`)
    expect(live.status, JSON.stringify(live)).toBe(200)
    return live.data
  }
  return { call, deployed }
}
