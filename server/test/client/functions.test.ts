// The TypeScript client calls functions.
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

test('invoke sends JSON, text and bytes, and returns what comes back', async () => {
  await deploy(
    'echo',
    `const { pathname, search } = new URL(request.url)
     const seen = { method: request.method, path: pathname.split('/').slice(4).join('/') + search,
       type: request.headers.get('content-type'), body: await request.text(), caller: ctx.caller.kind }
     return search === '?text' ? new Response('plain') : Response.json(seen)`,
  )
  const { functions } = library.open({ secret: true })
  expect(await functions.invoke('echo', { body: { title: 'Kusadikika' } })).toEqual({
    method: 'POST',
    path: '',
    type: 'application/json',
    body: '{"title":"Kusadikika"}',
    caller: 'secret',
  })
  expect(await functions.invoke('echo', { body: 'text' })).toMatchObject({
    body: 'text',
    type: /text\/plain/,
  })
  expect(await functions.invoke('echo', { body: new Uint8Array([104, 105]) })).toMatchObject({ body: 'hi' })
  expect(await functions.invoke('echo', { method: 'GET', path: '/a/b?c=d' })).toMatchObject({
    method: 'GET',
    path: 'a/b?c=d',
    body: '',
  })
  expect(await functions.invoke('echo', { path: '?text' })).toBe('plain')
})

test('open streams', async () => {
  await deploy('stream', 'return new Response(request.body)')
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('one '))
      controller.enqueue(new TextEncoder().encode('two'))
      controller.close()
    },
  })
  const response = await library.open().functions.open('stream', { body })
  let text = ''
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(part)
  expect(text).toBe('one two')
})

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
