// Streams that follow a list: what is refused before they begin.
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { notFound } from '#platform/errors/app-error.ts'
import { Followers } from './followers.ts'

test('a list that cannot be read is answered like every other refusal', async () => {
  const followers = new Followers()
  const app = fastify()
  app.setErrorHandler((error: Error, _request, reply) => reply.code(404).send(error.message))
  app.get('/', async (request, reply) => {
    const read = () => Promise.reject(notFound('The list'))
    await followers.open(request, reply, { projectId: 'p', event: 'line', read })
    return reply
  })
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, body]).toEqual([404, 'The list was not found.'])
  await app.close()
})
