// The TypeScript client does for users what they do for themselves: profile, sessions, second factors, providers.
import { createClient } from '@msingi/client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANDING, setStage } from '#modules/auth/providers/provider-signin.fixture.ts'
import { Browser } from '#platform/openid/provider.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { AMINA, type Library, openLibrary } from './client.fixture.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

const { email, password } = AMINA

test('users see and change themselves, and end their other sessions', async () => {
  const here = library.open()
  await expect(here.auth.account.get()).rejects.toMatchObject({
    status: 401,
    message: 'Nobody is signed in.',
  })
  await expect(here.auth.account.sessions()).rejects.toMatchObject({ status: 401 })
  const { user } = await here.auth.signUp(AMINA)
  const elsewhere = library.open()
  await elsewhere.auth.signIn({ email, password })

  const changed = await here.auth.account.update({ full_name: 'Amina J.', metadata: { theme: 'dark' } })
  expect(changed).toMatchObject({ id: user.id, full_name: 'Amina J.', metadata: { theme: 'dark' } })
  expect((await here.auth.session())?.user).toEqual(changed)
  expect((await elsewhere.auth.account.get()).full_name).toBe('Amina J.')
  await expect(here.auth.account.update({ password: 'another horse 2' })).rejects.toMatchObject({
    status: 400,
  })

  const sessions = await here.auth.account.sessions()
  expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true])
  const other = sessions.find(({ current }) => !current)
  await here.auth.account.endSession(other?.id ?? '')
  await expect(elsewhere.from('books').count()).rejects.toMatchObject({ status: 401 })
  expect(await here.auth.account.identities()).toEqual([])
})

test('a second factor is enrolled, asked for, and given up', async () => {
  const client = library.open()
  await client.auth.signIn({ email, password })
  const enrolled = await client.auth.factors.enrol({ name: 'Phone', current_password: password })
  const code = () =>
    new TOTP({ secret: enrolled.secret }).generate({ timestamp: library.app.clock.now().getTime() })
  const { factor, recovery_codes } = await client.auth.factors.activate(enrolled.id, { code: code() })
  expect([factor.status, recovery_codes?.length]).toEqual(['active', 10])
  expect(await client.auth.factors.list()).toEqual([factor])
  await client.auth.signOut()

  const { challenge } = await client.auth.signIn({ email, password })
  const mfa_token = challenge?.mfa_token ?? ''
  expect((await client.auth.verifyFactor({ mfa_token, code: recovery_codes?.[0] ?? '' })).user?.email).toBe(
    email,
  )
  const renewed = await client.auth.factors.renewRecoveryCodes({ code: recovery_codes?.[1] ?? '' })
  expect(renewed).toHaveLength(10)
  await client.auth.factors.remove(factor.id, { code: renewed[0] ?? '' })
  expect(await client.auth.factors.list()).toEqual([])
})

test('a user deletes themselves, and is signed out', async () => {
  const client = library.open()
  await client.auth.signIn({ email, password })
  await client.auth.account.delete()
  expect(await client.auth.session()).toBeUndefined()
  await expect(client.auth.signIn({ email, password })).rejects.toMatchObject({ status: 401 })
})

test('a sign-in with a provider comes back to the device that began it, once', async () => {
  const stage = await setStage(await startTestApp({ internalNetworks: ['127.0.0.0/8', '::1/128'] }))
  try {
    const { project, publishable } = { project: stage.project.id, publishable: stage.project.publishable }
    const client = createClient(stage.base, { project, key: publishable })
    // The device is known already.
    await client.auth.signUp({ email, password, full_name: 'Asha', phone: '+255712345678' })
    await client.auth.signOut()
    const begun = new URL(await client.auth.startProviderSignIn('acme', { redirect_to: LANDING }))
    expect(begun.origin + begun.pathname).toBe(stage.authorizeUrl().split('?')[0])
    const { subject } = stage.newPerson()
    const browser = new Browser()
    const query = Object.fromEntries(begun.searchParams)
    const landed = await stage.landed(browser, await stage.backFor(browser, subject, query))
    const address = `${LANDING}?${new URLSearchParams(landed)}`

    const stranger = createClient(stage.base, { project, key: publishable })
    await expect(stranger.auth.finishProviderSignIn(address)).rejects.toMatchObject({ status: 400 })
    const { user } = await client.auth.finishProviderSignIn(address)
    const [identity] = await client.auth.account.identities()
    expect([identity?.provider, identity?.subject]).toEqual(['acme', subject])
    expect((await client.auth.session())?.user.id).toBe(user?.id)
    await client.auth.account.unlink(identity?.id ?? '')
    expect(await client.auth.account.identities()).toEqual([])
    await expect(client.auth.finishProviderSignIn(address)).rejects.toMatchObject({ status: 400 })
    await expect(
      client.auth.finishProviderSignIn(`${LANDING}?error=access_denied&error_description=Not+now`),
    ).rejects.toMatchObject({ message: 'Not now', code: 'access_denied' })
  } finally {
    await stage.stop()
  }
})

test('queries and GraphQL run over several tables as the caller', async () => {
  const client = library.open({ secret: true })
  await client.from('books').insert({ title: 'Utengano', pages: 200 })
  await client.from('books').insert({ title: 'Rosa Mistika', pages: 100 })
  const config = { columns: ['title'], sort: [{ column: 'pages', direction: 'asc' }], limit: 1 } as const
  expect(await client.query.run('books', config)).toMatchObject({
    rows: [{ title: 'Rosa Mistika' }],
    total: 2,
  })
  const sql = 'select title from books where pages > :least'
  const { rows, truncated } = await client.query.exec<{ title: string }>(sql, { least: 150 })
  expect([rows, truncated]).toEqual([[{ title: 'Utengano' }], false])
  await expect(client.query.exec('delete from books')).rejects.toMatchObject({ status: 400 })

  const document = 'query ($least: Int!) { books(where: {pages: {_gt: $least}}) { title } }'
  expect(await client.graphql(document, { variables: { least: 150 } })).toEqual({
    books: [{ title: 'Utengano' }],
  })
  await expect(client.graphql('{ boks { title } }')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('boks'),
  })
  const signedOut = library.open()
  expect(await signedOut.graphql('{ books { title } }')).toEqual({ books: [] })
  await expect(
    signedOut.graphql('mutation { insert_books_one(object: {title: "Refused"}) { id } }'),
  ).rejects.toMatchObject({ details: [{ path: ['insert_books_one'] }] })
})
