// An answer that is too large ends its own request, and neither the process nor anybody else's request.
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { DATA_LIMITS, limitMessages, MAX_MESSAGE } from './message-limit.ts'

function message(length: number, filled = length - 4): Buffer {
  const buffer = Buffer.alloc(5 + filled, 'D')
  buffer.writeUInt32BE(length, 1)
  return buffer
}

describe('messages', () => {
  const small = Buffer.concat([message(4), message(5), message(300), message(4)])
  const sizes = [1, 2, 3, 4, 5, 6, 7, 299, 1000]

  function refusedOf(bytes: Buffer, size: number): boolean {
    const stream = new PassThrough()
    let refused = false
    limitMessages(stream, DATA_LIMITS, {
      refuse: () => {
        refused = true
      },
    })
    for (let at = 0; at < bytes.length; at += size) stream.emit('data', bytes.subarray(at, at + size))
    return refused
  }

  test.each(sizes)('in chunks of %i bytes: small ones pass, a large one is refused by its head', (size) => {
    expect(refusedOf(Buffer.concat([small, message(MAX_MESSAGE, 20), small]), size)).toBe(false)
    expect(refusedOf(Buffer.concat([small, message(MAX_MESSAGE + 1, 20)]), size)).toBe(true)
    expect(refusedOf(Buffer.concat([message(MAX_MESSAGE + 1, 0)]), size)).toBe(true)
  })
})

describe('requests', () => {
  const actor = { kind: 'secret', uid: null, claims: '{}' } as const
  let app: TestApp
  let project: TestProject

  beforeAll(async () => {
    // One connection, which all requests share.
    app = await startTestApp({ poolSize: 1 })
    project = await app.createProject()
  })
  afterAll(() => app.stop())

  const run = (text: string, ownLogin = false) =>
    app.platform.clusters.main.executor.execute({ id: project.id, own_login: false }, actor, [{ text }], {
      readOnly: true,
      ownLogin,
    })

  test.each([false, true])(
    'with the own login %s: 400 for the large one, answers for the others',
    async (own) => {
      const large = `select repeat('x', ${MAX_MESSAGE})`
      const all = ["select 'before'", large, "select 'after'", "select 'later'"]
      const results = await Promise.allSettled(all.map((text) => run(text, own)))
      const seen = results.map((result) =>
        result.status === 'fulfilled' ? result.value[0]?.rows[0]?.[0] : result.reason.code,
      )
      expect(seen, seen.join()).toEqual(['before', 'invalid_input', 'after', 'later'])
      expect((await run("select 'next'", own))[0]?.rows).toEqual([['next']])
    },
  )

  test('a list that is too long says so, and shorter pages of it can be had', async () => {
    await app.api('POST', `/projects/${project.id}/tables`, {
      token: project.token,
      body: { name: 'books', columns: [{ name: 'text', data_type: 'text' }] },
    })
    const key = project.secret
    for (let n = 0; n < 5; n++) {
      const { status } = await app.api('POST', '/data/books', { key, body: { text: 'x'.repeat(15_000_000) } })
      expect(status).toBe(201)
    }
    const whole = await app.api('GET', '/data/books', { key })
    expect(whole.status).toBe(400)
    expect(whole.body.message).toContain('limit: the rows have more than 64 MB')
    expect((await app.api('GET', '/data/books?limit=2', { key })).data).toHaveLength(2)
    expect((await app.api('GET', '/data/books?select=id', { key })).data).toHaveLength(5)
  })
})
