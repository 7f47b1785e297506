// Which passwords are accepted, and that only the right one matches its hash.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HashingThreads } from './hashing-threads.ts'
import { newPassword, openPasswords } from './passwords.ts'

const passwords = openPasswords()
const TENANT = { account: 'a', project: 'a' }

afterEach(() => vi.restoreAllMocks())

describe('newPassword', () => {
  test.each([
    ['abcdefg1', undefined],
    ['пароль12', undefined],
    [`${'a'.repeat(199)}1`, undefined],
    ['abcdef1', 'must have at least 8 characters'],
    ['abcdefgh', 'must have at least one digit'],
    ['12345678', 'must have at least one letter'],
    [`${'a'.repeat(200)}1`, 'must have at most 200 characters'],
  ])('%s: %s', (password, complaint) => {
    expect(newPassword.safeParse(password).error?.issues[0]?.message).toBe(complaint)
  })
})

describe('hash', () => {
  test('is argon2id at the cost that OWASP recommends, with a salt of its own each time', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('correct horse 1', TENANT),
      passwords.hash('correct horse 1', TENANT),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
    expect(one).not.toBe(two)
  })
})

describe('verify', () => {
  test('accepts the right password and no other', async () => {
    const hashed = await passwords.hash('correct horse 1', TENANT)
    expect(await passwords.verify(hashed, 'correct horse 1', TENANT)).toBe(true)
    expect(await passwords.verify(hashed, 'correct horse 2', TENANT)).toBe(false)
    expect(await passwords.verify(hashed, 'correct horse 1\0', TENANT)).toBe(false)
  })

  test('accepts the same letters, however they are composed', async () => {
    const hashed = await passwords.hash('caf\u00e9 noir 1', TENANT)
    expect(await passwords.verify(hashed, 'cafe\u0301 noir 1', TENANT)).toBe(true)
  })

  test('returns false without an account, after as much work as with one', async () => {
    const hashed = await passwords.hash('correct horse 1', TENANT)
    const run = vi.spyOn(HashingThreads.prototype, 'run')
    expect(await passwords.verify(undefined, 'correct horse 1', TENANT)).toBe(false)
    const [, task] = run.mock.calls[0] ?? []
    const against = task !== undefined && 'hashed' in task ? task.hashed : ''
    const costOf = (text: string) => text.split('$').slice(0, 4)
    expect(costOf(against)).toEqual(costOf(hashed))
    expect(against).toHaveLength(hashed.length)
  })

  test('does the same work without an account at another cost', async () => {
    const cheap = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
    expect(await cheap.hash('correct horse 1', TENANT)).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    const run = vi.spyOn(HashingThreads.prototype, 'run')
    expect(await cheap.verify(undefined, 'correct horse 1', TENANT)).toBe(false)
    expect(run.mock.calls[0]?.[1]).toMatchObject({ hashed: expect.stringContaining('$m=8,t=1,p=1$') })
  })

  test('returns false even for a password that would match the dummy hash', async () => {
    vi.spyOn(HashingThreads.prototype, 'run').mockResolvedValueOnce({ right: true })
    expect(await passwords.verify(undefined, 'correct horse 1', TENANT)).toBe(false)
  })
})
