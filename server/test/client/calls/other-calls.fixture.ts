// Functions, users, payments and live changes.
import type { Change, Client } from '@msingi/client'
import type { Book } from '#test/client/client.fixture.ts'
import { type ClientCall, failureOf } from './client-call.fixture.ts'

/** ECHO is the code of the function `echo`, which CALLS invoke. */
export const ECHO = `export default { async fetch(request, env, ctx) {
  const { pathname, search } = new URL(request.url)
  const seen = { method: request.method, path: pathname.split('/').slice(4).join('/') + search,
    type: request.headers.get('content-type'), body: await request.text() }
  return search === '?text' ? new Response('plain') : Response.json(seen)
} }`

const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** OTHER_CALLS are those. */
export const OTHER_CALLS: readonly ClientCall[] = [
  {
    name: 'functions are called with JSON, text, bytes and streams',
    async run({ functions }) {
      const stream = new Blob(['one ', 'two']).stream()
      const response = await functions.open('echo', { body: stream })
      const text = await functions.invoke<{ type: string; body: string }>('echo', { body: 'text' })
      return [
        await functions.invoke('echo', { body: { title: 'Kusadikika' } }),
        [text.body, text.type.toLowerCase().replace(' ', '')],
        (await functions.invoke<{ body: string }>('echo', { body: new Uint8Array([104, 105]) })).body,
        await functions.invoke('echo', { method: 'GET', path: '/a/b?c=d' }),
        await functions.invoke('echo', { path: '?text' }),
        ((await response.json()) as { body: string }).body,
        await failureOf(functions.invoke('nothing')),
      ]
    },
    result: [
      { method: 'POST', path: '', type: 'application/json', body: '{"title":"Kusadikika"}' },
      ['text', 'text/plain;charset=utf-8'],
      'hi',
      { method: 'GET', path: 'a/b?c=d', type: null, body: '' },
      ...['plain', 'one two', { name: 'MsingiError', status: 404, code: 'not_found' }],
    ],
  },
  {
    name: 'whoever is signed up, in or out stands behind the calls that follow',
    async run(client, tag) {
      const { auth } = client
      const person = { email: `${tag}@example.com`, password: 'correct horse 1' }
      const seen: (string | undefined)[] = []
      const end = auth.onChange((session) => seen.push(session?.user.email?.slice(tag.length)))
      const { user } = await auth.signUp({ ...person, full_name: 'Neema' })
      const own = await client.from('books').insert({ title: tag })
      await auth.signOut()
      const after = await auth.session()
      const wrong = await failureOf(auth.signIn({ ...person, password: 'wrong horse 1' }))
      const again = await auth.signIn(person)
      const second = await client.from('books').insert({ title: `${tag} 2` })
      const owners = [own, second].map(({ user_id }) => user_id === user.id)
      end()
      await auth.signOut()
      return [owners, again.user?.id === user.id, after === undefined, wrong, seen.slice(-3)]
    },
    result: [
      ...[[true, true], true, true, { name: 'MsingiError', status: 401, code: 'unauthorized' }],
      ['@example.com', null, '@example.com'],
    ],
  },
  {
    name: 'a payment is started once for a key, read, and not waited for longer than wanted',
    async run({ payments }, tag) {
      const input = { phone: '0712345678', amount: 10, description: 'Kitabu', metadata: { tag } }
      const key = { idempotencyKey: tag }
      const started = await payments.push(input, key)
      const again = await payments.push(input, key)
      const { status, amount } = await payments.get(started.transaction_id)
      const signal = AbortSignal.timeout(50)
      const waiting = await payments.wait(started.transaction_id, { signal }).catch((error) => error.name)
      const nothing = await failureOf(payments.wait(NOWHERE))
      return [again.transaction_id === started.transaction_id, status, amount, waiting, nothing]
    },
    result: [true, 'pending', 10, 'TimeoutError', { name: 'MsingiError', status: 404, code: 'not_found' }],
  },
  {
    name: 'live changes arrive until nobody listens',
    async run(client, tag) {
      const statuses: string[] = []
      const changes = await changesOf(client, tag, statuses)
      return [changes.map(({ type, record }) => [type, record.pages]), statuses]
    },
    result: [
      [
        ['INSERT', 1],
        ['UPDATE', 2],
      ],
      ['connecting', 'live', 'closed'],
    ],
  },
]

function changesOf(
  client: Client<{ books: Book }>,
  tag: string,
  statuses: string[],
): Promise<Change<Book>[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Change<Book>[]>()
  const changes: Change<Book>[] = []
  const write = async () => {
    const { id } = await client.from('books').insert({ title: tag, pages: 1 })
    await client.from('books').update(id, { pages: 2 })
  }
  const { unsubscribe } = client.subscribe(
    'books',
    (change) => {
      if (change.record.title === tag) changes.push(change)
      if (changes.length === 2) resolve(changes)
    },
    {
      onStatus(status, error) {
        statuses.push(status)
        if (error !== undefined) reject(error)
        else if (status === 'live') write().catch(reject)
      },
    },
  )
  return promise.finally(unsubscribe)
}
