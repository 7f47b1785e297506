// What the audit log shows of a state never holds a secret, and is bounded.
import { expect, test } from 'vitest'
import { maskPerson } from './mask-people.ts'
import { MASK, maskSecrets } from './mask-secrets.ts'

test('masks what may be a secret, at any depth', () => {
  const state = {
    name: 'Duka',
    password: 'p',
    settings: [{ provider_a_consumer_secret: 's', api_key: null, enabled: true, access_token: 't' }],
    value: 'v',
    code: 'console.log(1)',
    key: 'mk_1',
    variables: [{ key: 'SHOP_NAME', value: 'Duka' }],
    otp_length: 6,
    token_id: 'one of many',
  }
  expect(maskSecrets(state)).toEqual({
    name: 'Duka',
    password: MASK,
    settings: [{ provider_a_consumer_secret: MASK, api_key: null, enabled: true, access_token: MASK }],
    value: MASK,
    code: MASK,
    key: MASK,
    variables: [{ key: 'SHOP_NAME', value: MASK }],
    otp_length: 6,
    token_id: 'one of many',
  })
})

test.each([
  ['https://a:b@example.com/in?x=1#part', 'https://***@example.com/in?***#part'],
  ['http://example.com?x=1', 'http://example.com?***'],
  ['https://example.com/a@b/c', 'https://example.com/a@b/c'],
  [
    'https://hooks.example.com/services/T024BE7LD/Zx81kq0PmVb7aL2wQe93nRt',
    'https://hooks.example.com/services/T024BE7LD/***',
  ],
  ['https://api.example.com/bot123456:AAH4kd-9zQ_xW/send', 'https://api.example.com/***/send'],
  ['https://host-with-a-long-name-1.example.com/a', 'https://host-with-a-long-name-1.example.com/a'],
  [
    'https://example.com/p/01a21bde-396a-7b1e-b1fa-cb99da5c9628/in',
    'https://example.com/p/01a21bde-396a-7b1e-b1fa-cb99da5c9628/in',
  ],
  ['https://example.com/what-a-long-name-has', 'https://example.com/what-a-long-name-has'],
  ['see https://example.com?x=1', 'see https://example.com?x=1'],
  ['HTTPS://a@example.com', 'HTTPS://***@example.com'],
])('%s is shown as %s', (address, shown) => {
  expect(maskSecrets({ url: address })).toEqual({ url: shown })
})

test.each([
  ['email', 'amina@example.com', 'a…@example.com'],
  ['email', 'none', 'n…'],
  ['phone', '+255712345678', '+2557…78'],
  ['phone', '12345', '…'],
  ['full_name', '😀 Said', '😀…'],
  ['full_name', '', ''],
  ['email', null, null],
  ['metadata', { a: 1 }, MASK],
  ['name', 'Duka', 'Duka'],
])('%s %j of a person is shown as %j', (name, value, shown) => {
  expect(maskSecrets([{ [name]: value }], maskPerson)).toEqual([{ [name]: shown }])
})

test('shortens long texts, long lists and deep trees', () => {
  expect(maskSecrets('x'.repeat(10_000))).toBe(`${'x'.repeat(499)}…`)
  expect(maskSecrets(`${'x'.repeat(498)}😀 and more`)).toSatisfy((text: string) => text.isWellFormed())
  expect(maskSecrets(Array.from({ length: 5000 }, () => 1))).toHaveLength(100)
  let deep: unknown = 'bottom'
  for (let depth = 0; depth < 10_000; depth++) deep = { deep }
  expect(JSON.stringify(maskSecrets(deep)).length).toBeLessThan(200)
})
