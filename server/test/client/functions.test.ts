// What the TypeScript client makes of functions that refuse or fail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

async function deploy(name: string, body: string, access = 'public'): Promise<void> {
  const { app, project } = library
  const code = `export default { async fetch(request, env, ctx) { ${body} } }`
  const path = `/projects/${project.id}/functions`
  const made = await app.api('POST', path, { token: project.token, body: { name, access, code } })
  const live = await app.api('POST', `${path}/${made.data.id}/deploy`, { token: project.token })
  expect(live.status, JSON.stringify(live.body)).toBe(200)
}

test('refusals and failures are errors of the client', async () => {
  await deploy('private', `return new Response('x')`, 'private')
  await deploy('broken', `throw new Error('a secret reason')`)
  const { functions } = library.open()
  await expect(functions.invoke('private')).rejects.toMatchObject({ name: 'MsingiError', status: 403 })
  await expect(functions.invoke('nothing')).rejects.toMatchObject({ status: 404 })
  const failed: Error = await functions.invoke('broken').then(Object, (error) => error)
  expect(failed).toMatchObject({ status: 500, details: { invocation_id: expect.any(String) } })
  expect(JSON.stringify(failed) + failed.message).not.toContain('a secret reason')
})
