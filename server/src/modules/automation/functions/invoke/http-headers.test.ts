// Headers between clients and functions: what is the server's own stays with the server.
import { expect, test } from 'vitest'
import { isCodeForPage, toClient, toFunction } from './http-headers.ts'

const PATH = '/fn/p/shop'
const cookiesOf = (...given: string[]) => toClient({ 'set-cookie': given }, PATH)['set-cookie']

test.each([
  ['a=1', 'a=1; Path=/fn/p/shop'],
  ['a=1; Path=/; HttpOnly', 'a=1; HttpOnly; Path=/fn/p/shop'],
  ['a=1; path = /api/v1/auth', 'a=1; Path=/fn/p/shop'],
  ['a=1; Path=/fn/p/shop/cart; Secure', 'a=1; Secure; Path=/fn/p/shop/cart'],
  ['a=1; Path=/fn/p/shopping', 'a=1; Path=/fn/p/shop'],
  ['a=1; Path=/fn/p/shop/x; Path=/', 'a=1; Path=/fn/p/shop'],
  ['a=1; Domain=example.com; SameSite=Lax', 'a=1; SameSite=Lax; Path=/fn/p/shop'],
  ['a=1;DOMAIN=.example.com;PATH', 'a=1; Path=/fn/p/shop'],
  ['a=x=y; Max-Age=0', 'a=x=y; Max-Age=0; Path=/fn/p/shop'],
])('the cookie %s is confined to the function', (given, sent) => {
  expect(cookiesOf(given)).toEqual([sent])
})

test.each([
  '__Host-session=1; Path=/; Secure',
  '__Secure-a=1; Secure',
  '__http-a=1',
  'msingi-session=1',
  'MSINGI_x=1',
  '=__Host-a=1',
  '=msingi-a=1',
  'msingi-a',
  '',
  ' __Host-a = 1',
  `a=${'x'.repeat(5000)}`,
])('the cookie %s is not set', (given) => {
  expect(cookiesOf(given)).toBeUndefined()
})

test('a function sets a bounded number of cookies, so that it cannot displace those of others', () => {
  expect(cookiesOf(...Array.from({ length: 100 }, (_, n) => `c${n}=1`))).toHaveLength(20)
})

test('a function receives its own cookies alone, and no session of the dashboard', () => {
  const headers = {
    cookie: 'a=1; msingi-signin-x=2; __Host-msingi-signin-x=3;b=4; __Secure-c=5; MSINGI=6',
    authorization: 'Bearer x',
    connection: 'x-hop',
    expect: '100-continue',
    'x-given': 'yes',
  }
  const sender = { isDashboard: false, hasBody: true, address: '192.0.2.7' }
  const verified = { 'x-forwarded-for': '192.0.2.7', 'x-real-ip': '192.0.2.7' }
  const all = { cookie: 'a=1; b=4', authorization: 'Bearer x', 'x-given': 'yes', ...verified }
  expect(toFunction(headers, sender)).toEqual(all)
  const { authorization: _, ...left } = all
  expect(toFunction(headers, { ...sender, isDashboard: true })).toEqual(left)
  const empty = { cookie: 'msingi-a=1', 'content-length': '0' }
  expect(toFunction(empty, { ...sender, hasBody: false })).toEqual(verified)
})

test('a function learns the verified address of its client, and nothing that the client says of it', () => {
  const said = { 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '10.0.0.1', 'x-forwarded-host': 'evil.example' }
  const forwarded = { forwarded: 'for=10.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' }
  const sender = { isDashboard: false, hasBody: true, address: '2001:db8::7' }
  expect(toFunction({ ...said, ...forwarded }, sender)).toEqual({
    'x-forwarded-for': '2001:db8::7',
    'x-real-ip': '2001:db8::7',
  })
})

test('what acts on the whole address is left out, and pages have no origin', () => {
  const sent = toClient(
    {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'",
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      'alt-svc': 'h3=":443"',
      nel: '{}',
      'x-content-type-options': 'none',
      'x-own': 'yes',
    },
    PATH,
  )
  expect(sent).toEqual({
    'content-type': 'text/html',
    'x-own': 'yes',
    'content-security-policy': expect.stringMatching(/^default-src 'none', sandbox /),
  })
  expect(sent['content-security-policy']).not.toContain('allow-same-origin')
})

test('pages of this address cannot load functions as code; others can', () => {
  for (const dest of ['script', 'serviceworker', 'worker', 'style'])
    expect(isCodeForPage({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest }), dest).toBe(true)
  expect(isCodeForPage({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' })).toBe(false)
  expect(isCodeForPage({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(false)
  expect(isCodeForPage({})).toBe(false)
})
