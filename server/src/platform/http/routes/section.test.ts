// Sections of routes: what a route takes from its section, and the status of its answer.
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from './app-types.ts'
import { section } from './section.ts'
import { validatorCompiler } from './validation.ts'

const [keys, users] = [{ by: ['api_key'] }, { by: ['project_user'] }] as const
const params = z.object({ shelf: z.string().max(3) })

function open() {
  const app = fastify() as unknown as App
  app.setValidatorCompiler(validatorCompiler as never)
  app.setSerializerCompiler(() => JSON.stringify)
  return { app, books: section(app, { at: '/:shelf', tag: 'Data', access: keys, params, streams: true }) }
}

test('a route has what its section has, unless it says otherwise', async () => {
  const { app, books } = open()
  const seen: unknown[] = []
  app.addHook('onRoute', ({ method, url, config, schema, bodyLimit }) => {
    if (method === 'HEAD') return
    const { access, streams } = config ?? {}
    seen.push({ method, url, access, streams, tags: schema?.tags, summary: schema?.summary, bodyLimit })
  })
  books.get('', { summary: 'List books' }, () => [])
  books.put(
    '/:id',
    { tag: 'Records', access: users, streams: false, bodyLimit: 9, query: z.object({}) },
    () => 1,
  )
  expect(seen).toEqual([
    { method: 'GET', url: '/:shelf', access: keys, streams: true, tags: ['Data'], summary: 'List books' },
    { method: 'PUT', url: '/:shelf/:id', access: users, streams: false, tags: ['Records'], bodyLimit: 9 },
  ])
})

test('parameters, query and body are parsed by the schemas', async () => {
  const { app, books } = open()
  const options = { query: z.object({ a: z.coerce.number() }), body: z.object({ b: z.string().trim() }) }
  books.post('/books', options, ({ params, query, body }) => [params.shelf, query.a, body.b])
  const sent = await app.inject({ method: 'POST', url: '/s1/books?a=2', payload: { b: ' c ' } })
  expect(sent.json()).toEqual(['s1', 2, 'c'])
  const refused = await app.inject({ method: 'POST', url: '/s1234/books?a=2', payload: { b: 'c' } })
  expect(refused.statusCode).toBeGreaterThanOrEqual(400)
})

interface Answering {
  readonly has: string
  readonly response?: Record<string, z.ZodType>
  handler(): unknown
  readonly sent: readonly [status: number, body: string]
}

const text = z.string().meta({ id: 'Text' })

test.each<Answering>([
  {
    has: 'the status of success',
    response: answers(201, text),
    handler: () => 'made',
    sent: [201, 'made'],
  },
  { has: 'it later too', response: answers(202, text), handler: async () => 'begun', sent: [202, 'begun'] },
  { has: 'no body with 204', response: answers(204), handler: () => ({ removed: true }), sent: [204, ''] },
  { has: '200 where nothing is said', handler: () => 'here', sent: [200, 'here'] },
  {
    has: 'none of two',
    response: { ...answers(200), ...answers(201) },
    handler: () => 'either',
    sent: [200, 'either'],
  },
])('an answer has $has', async ({ response, handler, sent }) => {
  const { app, books } = open()
  books.post('', response === undefined ? {} : { response }, handler)
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/s1' })
  expect([statusCode, body]).toEqual(sent)
})

test('a handler can answer with another status, and an error with its own', async () => {
  const { app, books } = open()
  books.get('/old', { response: answers(204) }, (_request, reply) => reply.code(206).send('old'))
  books.get('/none', { response: answers(204) }, () => Promise.reject(new Error('none')))
  books.get('/kept', { response: answers(204) }, (_request, reply) => {
    reply.code(207)
    return 'kept'
  })
  const [old, kept] = [await app.inject('/s1/old'), await app.inject('/s1/kept')]
  expect([old.statusCode, old.body]).toEqual([206, 'old'])
  expect([kept.statusCode, kept.body]).toEqual([207, 'kept'])
  expect((await app.inject('/s1/none')).statusCode).toBe(500)
})
