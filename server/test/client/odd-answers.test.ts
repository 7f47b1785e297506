// What the TypeScript client does where something else answers than Msingi: errors of its own, and nothing without end.
import { type Client, type ClientOptions, createClient, isMsingiError, type Status } from '@msingi/client'
import { expect, test } from 'vitest'

const PROJECT = '7f6e1c0a-6d5b-4c3a-9b1e-0a1b2c3d4e5f'
const MB = 1024 * 1024

const open = (answer: () => Response, options: Partial<ClientOptions> = {}): Client =>
  createClient('https://api.example.com', {
    project: PROJECT,
    key: 'mpk_x',
    retries: 0,
    fetch: async () => answer(),
    ...options,
  })

const CALLS: Readonly<Record<string, (client: Client) => PromiseLike<unknown>>> = {
  rows: (client) => client.from('books'),
  'a count': (client) => client.from('books').count(),
  'rows of an update': (client) => client.from('books').eq('a', 1).updateAll({ a: 2 }),
  files: (client) => client.storage.from('docs').list(),
  'a file': (client) => client.storage.from('docs').get('a'),
  users: (client) => client.auth.users.list(),
  'an invitation': (client) => client.auth.users.invite({ email: 'a@example.com' }),
  'a sign-up': (client) => client.auth.signUp({ email: 'a@example.com', password: 'secret 1 word' }),
  'a sign-in': (client) => client.auth.signIn({ email: 'a@example.com', password: 'secret 1 word' }),
  'a code': (client) => client.auth.verifyOtp({ phone: '+255712345678', code: '123456' }),
  'an address': (client) => client.auth.verifyEmail({ token: 'x' }),
}
const ANSWERS: Readonly<Record<string, () => Response>> = {
  'a page': () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
  nothing: () => new Response(''),
  'a text': () => Response.json({ success: true, data: 'x' }),
  'a number': () => Response.json({ success: true, data: 1 }),
  null: () => Response.json({ success: true, data: null, details: { hints: 7 } }),
}
const cases = Object.keys(CALLS).flatMap((call) => Object.keys(ANSWERS).map((answer) => [answer, call]))

test.each(cases)('%s instead of %s is a MsingiError', async (answer, call) => {
  const client = open(ANSWERS[answer] as () => Response)
  const error = await Promise.resolve(CALLS[call]?.(client)).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'MsingiError', message: expect.stringContaining('address') })
})

test('errors of another shape, and JSON of a function that is none, are MsingiErrors', async () => {
  for (const errors of ['none', [null, 7], { a: 1 }, 7]) {
    const refused = open(() => Response.json({ errors }, { status: 400 }))
    await expect(refused.from('books').page()).rejects.toMatchObject({ name: 'MsingiError', status: 400 })
    const failed = open(() => Response.json({ data: null, errors }))
    await expect(failed.graphql('{ books }')).rejects.toMatchObject({ name: 'MsingiError' })
  }
  const broken = open(() => new Response('{"a":', { headers: { 'content-type': 'application/json' } }))
  await expect(broken.functions.invoke('order')).rejects.toMatchObject({ name: 'MsingiError', status: 200 })
})

test('an answer without end is ended', async () => {
  const piece = new Uint8Array(64 * MB)
  let sent = 0
  let isEnded = false
  const body = () =>
    new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(piece)
      },
      cancel: () => {
        isEnded = true
      },
    })
  const client = open(() => new Response(body()))
  await expect(client.from('books').page()).rejects.toMatchObject({
    message: expect.stringContaining('bytes'),
  })
  expect([sent < 8, isEnded]).toEqual([true, true])
})

// Until a status has an error.
function refusalOf(client: Client, transport: 'sse' | 'websocket'): Promise<[Status, unknown]> {
  const { promise, resolve } = Promise.withResolvers<[Status, unknown]>()
  const { unsubscribe } = client.subscribe('books', () => {}, {
    transport,
    onStatus: (status, error) => error !== undefined && resolve([status, error]),
  })
  return promise.finally(unsubscribe)
}

test('whoever subscribes hears that something else is at the address, and it is tried again', async () => {
  const endless = () => {
    const line = new TextEncoder().encode(`data: ${'x'.repeat(MB)}`)
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(line) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const ticket = () =>
    Response.json({
      data: { url: 'https://elsewhere', token: 't', channel: 'c', expires_at: new Date(4e12).toISOString() },
    })
  class Closed extends EventTarget {
    constructor() {
      super()
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
    close(): void {}
  }
  const WebSocket = Closed as unknown as typeof globalThis.WebSocket
  const page = ANSWERS['a page'] as () => Response
  const text = ANSWERS['a text'] as () => Response
  for (const [answer, transport, message] of [
    [page, 'sse', 'address'],
    [text, 'sse', 'address'],
    [endless, 'sse', 'characters'],
    [page, 'websocket', 'address'],
    [text, 'websocket', 'address'],
    [ticket, 'websocket', 'https://elsewhere'],
  ] as const) {
    const [status, error] = await refusalOf(open(answer, { WebSocket }), transport)
    expect([status, isMsingiError(error), String(error)]).toEqual([
      'reconnecting',
      true,
      expect.stringContaining(message),
    ])
  }
})
