// The command that changes the master key, run beside a program that goes on, and what the next start needs.
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endProgram, type Program, runProgram, startProgram } from './program.ts'

let dataDir: string
let program: Program | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-rotate-'))
  await chmod(dataDir, 0o711)
})
afterAll(async () => {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (environment: Record<string, string> = {}) => {
  program = await startProgram({ MSINGI_DATA: dataDir, ...environment })
}
const stop = async () => {
  if (program !== undefined) await endProgram(program.child, 'SIGTERM')
  program = undefined
}

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(args, { MSINGI_DATA: dataDir, ...environment })

async function call(method: string, path: string, credential: string | undefined, body?: object) {
  const answer = await fetch(`${program?.base}/api/v1${path}`, {
    method,
    headers: {
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { data: any }
  return { status: answer.status, data }
}

const VALUE = 'siri ya duka la Neema'
const keyFile = async () => (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()

/** settle makes an account, a project with a secret, and an end user; `check` sees that all of them still work. */
async function settle() {
  const account = { email: 'a@example.com', password: 'correct horse 1', full_name: 'Amina' }
  const token = (await call('POST', '/auth/register', undefined, account)).data.tokens.access_token
  const project = (await call('POST', '/projects', token, { name: 'Shop' })).data.id
  const key = (await call('POST', `/projects/${project}/api-keys`, token, { name: 'server' })).data.key
  await call('POST', `/projects/${project}/secrets`, token, { key: 'SHOP', value: VALUE })
  const person = {
    email: 'u@example.com',
    password: 'correct horse 1',
    full_name: 'U',
    phone: '+255712345678',
  }
  const user = (await call('POST', `/projects/${project}/auth/signup`, key, person)).data.tokens.access_token
  const check = async () => {
    expect((await call('GET', '/secrets/resolve/SHOP', key)).data.value).toBe(VALUE)
    expect((await call('GET', '/projects', token)).status).toBe(200)
    expect((await call('GET', '/data/users', user)).status).toBe(200)
    const signin = { email: person.email, password: person.password }
    expect((await call('POST', `/projects/${project}/auth/signin`, key, signin)).status).toBe(200)
    // DDL logs in as the project's own role, and a new project makes new ones.
    const table = { name: `t_${crypto.randomUUID().slice(0, 8)}` }
    expect((await call('POST', `/projects/${project}/tables`, token, table)).status).toBe(201)
    const other = (await call('POST', '/projects', token, { name: 'Other' })).data.id
    const secret = { key: 'OTHER', value: VALUE }
    expect((await call('POST', `/projects/${other}/secrets`, token, secret)).status).toBe(201)
  }
  return { check }
}

// It starts the program several times.
test('the key in the data folder is changed beside a server that runs, and beside none', {
  timeout: 240_000,
}, async () => {
  await start()
  const { check } = await settle()
  await check()
  const first = await keyFile()
  const rotated = await run(['rotate-master-key'])
  expect(rotated).toEqual({ code: 0, text: expect.stringMatching(/now the one with the id [0-9a-f]{16}\./) })
  const second = await keyFile()
  expect(second).not.toBe(first)
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).not.toContain('master.key.new')
  await check()
  await stop()
  await start()
  await check()
  await stop()

  await writeFile(join(dataDir, 'master.key'), `${first}\n`)
  const refused = await run([])
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('does not open this database') })
  expect(refused.text).not.toContain(first)
  expect((await run(['rotate-master-key'])).code).toBe(1)

  await writeFile(join(dataDir, 'master.key'), `${second}\n`)
  expect((await run(['rotate-master-key'])).code).toBe(0)
  expect([first, second]).not.toContain(await keyFile())

  // From there to a key in the settings, and to another one.
  const [third, fourth] = ['third', 'fourth'].map((name) => `the-${name}-master-key-of-this-test`) as [
    string,
    string,
  ]
  expect((await run(['rotate-master-key'], { MSINGI_MASTER_KEY: third })).code).toBe(0)
  await start({ MSINGI_MASTER_KEY: fourth, MSINGI_MASTER_KEY_PREVIOUS: third })
  await check()
  const settings = { MSINGI_MASTER_KEY: fourth, MSINGI_MASTER_KEY_PREVIOUS: third }
  expect((await run(['rotate-master-key'], settings)).code).toBe(0)
  await check()
  await stop()
  expect((await run([], { MSINGI_MASTER_KEY: third })).code).toBe(1)
  await start({ MSINGI_MASTER_KEY: fourth })
  await check()
})

// It starts the program several times.
test('a rotation that does not know from what to what is refused in a sentence', {
  timeout: 240_000,
}, async () => {
  const empty = await mkdtemp(join(tmpdir(), 'msingi-rotate-'))
  const nothing = await run(['rotate-master-key'], { MSINGI_DATA: empty })
  expect(nothing).toEqual({ code: 1, text: expect.stringContaining('There is no master key in') })
  const half = { MSINGI_DATA: empty, MSINGI_MASTER_KEY: 'the-only-master-key-of-this-test' }
  expect(await run(['rotate-master-key'], half)).toEqual({
    code: 1,
    text: expect.stringContaining('MSINGI_MASTER_KEY_PREVIOUS to the present one'),
  })
  expect(await run(['rotate'])).toEqual({
    code: 1,
    text: expect.stringContaining('There is no command rotate.'),
  })
  expect(await readdir(empty)).toEqual([])
  await rm(empty, { recursive: true })
})
