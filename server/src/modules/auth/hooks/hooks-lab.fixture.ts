// A server with functions as auth hooks, and what tests of hooks do with them.
import { expect } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import type { Answer, TestProject } from '#test/harness.ts'

/** HooksLab is all that. */
export interface HooksLab extends FunctionsLab {
  /** hook deploys a function with that body and names it for a hook; it replaces an earlier one. */
  hook(name: string, body: string): Promise<void>
  /** hooks changes the settings of hooks. */
  hooks(body: object, project?: TestProject): Promise<Answer>
  /** logged returns what the log of a hook's function has of an invocation. */
  logged(name: string, invocationId: string): Promise<string>
  /** auth calls a route of project auth with the publishable key. */
  auth(path: string, body: object, project?: TestProject): Promise<Answer>
  /** signUp signs up a new user of a number. */
  signUp(n: number, more?: object, project?: TestProject): Promise<Answer>
}

/** openHooksLab starts it. */
export async function openHooksLab(): Promise<HooksLab> {
  const lab = await openFunctions()
  const { app, project: own } = lab
  const { call, deployed } = bound(() => lab)
  const known = new Map<string, string>()
  const hooks: HooksLab['hooks'] = (body, { id, token } = own) =>
    app.api('PUT', `/projects/${id}/auth/hooks`, { token, body })
  const auth: HooksLab['auth'] = (path, body, { id, publishable: key } = own) =>
    app.api('POST', `/projects/${id}/auth/${path}`, { key, body })
  return {
    ...lab,
    hooks,
    auth,
    async hook(name, body) {
      const slug = name.replaceAll('_', '-')
      const code = handler(`const { type, data } = await request.json()\n${body}`)
      const id = known.get(slug)
      if (id === undefined) known.set(slug, (await deployed({ name: slug, slug, code })).id)
      else {
        await call('PATCH', `/${id}`, { code })
        await call('POST', `/${id}/deploy`)
      }
      expect((await hooks({ [name]: slug })).status).toBe(200)
    },
    async logged(name, invocationId) {
      const id = known.get(name.replaceAll('_', '-'))
      const { data } = await call('GET', `/${id}/logs?invocation_id=${invocationId}`)
      return data.map(({ message }: { message: string }) => message).join('\n')
    },
    signUp: (n, more = {}, project = own) =>
      auth(
        'signup',
        {
          ...{ email: `u${n}@example.com`, phone: `+2557120${String(n).padStart(5, '0')}` },
          ...{ password: 'correct horse 1', full_name: `User ${n}`, ...more },
        },
        project,
      ),
  }
}
