// The program as a person runs it: a process of its own with the embedded database, started, stopped and killed.
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startChild } from './child-process.ts'
import { freePort } from './free-port.ts'
import { endProgram, PROGRAM, type Program, startProgram } from './program.ts'

const run = promisify(execFile)

// Each test starts a server or two with a database of their own, which takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let dataDir: string
const started = new Set<ChildProcess>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-program-'))
  await chmod(dataDir, 0o711)
})

afterEach(async () => {
  for (const child of started) await stop(child)
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(environment: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ MSINGI_DATA: dataDir, ...environment })
  started.add(program.child)
  return program
}

function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  started.delete(child)
  return endProgram(child, signal)
}

const PASSWORD = 'correct horse 1'
const post = (base: string, path: string, body: object) =>
  fetch(`${base}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** refusal runs the program where it must not start, and gives what it says. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, PORT: '0', MSINGI_DATA: dataDir, MSINGI_LOG_LEVEL: 'silent', ...environment }
  const outcome = await run(process.execPath, [PROGRAM], { env }).then(
    () => undefined,
    (error: { code: number; stderr: string }) => error,
  )
  expect(outcome?.code).toBe(1)
  return outcome?.stderr.trim() ?? ''
}

test('starts, answers, stops on SIGTERM, and has kept everything at the next start', async () => {
  const first = await start()
  expect((await fetch(`${first.base}/healthz`)).status).toBe(200)
  const account = { email: 'amina@example.com', password: PASSWORD, full_name: 'Amina Juma' }
  expect((await post(first.base, '/auth/register', account)).status).toBe(201)
  expect(await stop(first.child)).toBe(0)

  const second = await start()
  expect((await post(second.base, '/auth/login', { email: account.email, password: PASSWORD })).status).toBe(
    200,
  )
})

test('stops when npm, which has started it, is told to stop', async () => {
  const { child } = await startProgram({ MSINGI_DATA: dataDir }, ['npm', 'start'])
  started.add(child)
  // Its output is open for as long as the server lives, npm or not.
  const end = once(child, 'close')
  child.kill('SIGTERM')
  await end
  started.delete(child)
  await stop((await start()).child)
})

test('ends cleanly when it is told to stop amid its start', async () => {
  const env = { ...process.env, PORT: '0', MSINGI_DATA: dataDir, MSINGI_LOG_LEVEL: 'info' }
  const child = startChild(process.execPath, [PROGRAM], { env })
  started.add(child)
  // The first line is from the start of its database.
  await once(child.stdout, 'data')
  child.stdout.resume()
  expect(await stop(child)).toBe(0)
})

test('comes up again after kill -9', async () => {
  const killed = await start()
  await stop(killed.child, 'SIGKILL')
  const next = await start()
  const answer = await post(next.base, '/auth/login', { email: 'amina@example.com', password: PASSWORD })
  expect(answer.status).toBe(200)
})

test('finishes a request that runs while it is told to stop', async () => {
  const { child, base } = await start()
  const body = JSON.stringify({ email: 'juma@example.com', password: PASSWORD, full_name: 'Juma Ali' })
  const request = http.request(`${base}/api/v1/auth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  request.flushHeaders()
  // The server has taken the request in once it asks for the body.
  await once(request, 'continue')
  const exit = stop(child)
  request.end(body)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(answer.statusCode).toBe(201)
  answer.resume()
  expect(await exit).toBe(0)
})

test('refuses a data folder that another server uses, in one sentence', async () => {
  await start()
  const said = await refusal({})
  expect(said).toContain(dataDir)
  expect(said.split('\n')).toHaveLength(1)
})

// A port that is taken, and one on which nothing listens, stand where %TAKEN% and %FREE% are; %FILE% is a file.
test.each<[what: string, environment: Record<string, string>, said: readonly string[]]>([
  [
    'settings that are wrong, all of them',
    { PORT: 'http', MSINGI_ENV: 'testing', DATABASE_URL: 'mysql://localhost/x', S3_BUCKET: 'files' },
    [
      'PORT: must be a number.',
      'MSINGI_ENV: must be development or production.',
      'DATABASE_URL: must be a URL that begins with postgres:// or postgresql://.',
      'S3_ACCESS_KEY_ID: is required with S3_BUCKET.',
      'S3_SECRET_ACCESS_KEY: is required with S3_BUCKET.',
    ],
  ],
  [
    'settings that do not exist',
    { MSINGI_TRUST_PROXI: 'on', MSINGI_PORT: '80', MSINGI_WHATEVER_THIS_MAY_BE: '1' },
    [
      'MSINGI_TRUST_PROXI: there is no such setting. Did you mean MSINGI_TRUST_PROXY? docs/configuration.md lists all.',
      'MSINGI_PORT: there is no such setting. Did you mean PORT? docs/configuration.md lists all.',
      'MSINGI_WHATEVER_THIS_MAY_BE: there is no such setting. docs/configuration.md lists all.',
    ],
  ],
  [
    'a port that is taken',
    { PORT: '%TAKEN%' },
    ['PORT: %TAKEN% on 127.0.0.1 is taken by another program. End that, or choose another port.'],
  ],
  [
    'an address that this machine does not have',
    { HOST: '192.0.2.1' },
    ['PORT: 0 on 192.0.2.1 is not there: this machine has no such address. Set HOST to one that it has.'],
  ],
  [
    'a database that does not run',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:%FREE%/x' },
    [
      'DATABASE_URL: PostgreSQL at 127.0.0.1:%FREE% cannot be used: nothing listens there. Start it, or set the right address.',
    ],
  ],
  [
    'a database that says nothing',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:%TAKEN%/x' },
    [
      'DATABASE_URL: PostgreSQL at 127.0.0.1:%TAKEN% cannot be used: it gave no answer within 10 seconds. ' +
        'Start it, or set the right address.',
    ],
  ],
  [
    'a database whose certificate is missing',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:%FREE%/x?sslmode=verify-full&sslrootcert=%FILE%.pem' },
    ['DATABASE_URL: it cannot be used: there is no file %FILE%.pem.'],
  ],
  [
    'a data folder that cannot be made',
    { MSINGI_DATA: '%FILE%/data' },
    [
      'Msingi cannot write to its data directory %FILE%/data: a part of the path is not a directory. ' +
        'Set MSINGI_DATA to one that it can write to.',
    ],
  ],
])('refuses %s in sentences, and makes nothing', async (_what, environment, said) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'msingi-program-'))
  const words: Record<string, string> = {
    '%TAKEN%': String((taken.address() as AddressInfo).port),
    '%FREE%': String(await freePort()),
    '%FILE%': join(folder, 'file'),
  }
  const filled = (text: string) => text.replace(/%[A-Z]+%/g, (word) => words[word] ?? word)
  await writeFile(join(folder, 'file'), '')
  try {
    const given = Object.entries({ MSINGI_DATA: join(folder, 'data'), ...environment })
    const lines = await refusal(Object.fromEntries(given.map(([name, value]) => [name, filled(value)])))
    expect(lines.split('\n')).toEqual(said.map(filled))
    expect(await readdir(folder)).toEqual(['file'])
  } finally {
    taken.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('says how it is used, also where settings are wrong, and shows it on the page of the command line', async () => {
  const say = (command: string) =>
    run(process.execPath, [PROGRAM, command], { env: { ...process.env, PORT: 'none' } })
  const { stdout } = await say('--help')
  const page = await readFile(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
  expect(page).toContain(`\`\`\`\n${stdout}\`\`\`\n`)
  expect((await say('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  await expect(say('--halp')).rejects.toMatchObject({
    code: 1,
    stderr: `There is no command --halp.\n\n${stdout}`,
  })
})

test('says in one sentence that a Node is too old', async (context) => {
  const old = await findOldNode()
  if (old === undefined) return context.skip('there is no Node before 22.18 on this machine')
  const outcome = await run(old, [PROGRAM]).catch((error: { stderr: string }) => error)
  expect(outcome.stderr.trim()).toMatch(
    /^Msingi needs Node 22\.18 or later and this is [\d.]+\. Start it with "npm start"/,
  )
})

async function findOldNode(): Promise<string | undefined> {
  const { stdout } = await run('which', ['-a', 'node']).catch(() => ({ stdout: '' }))
  for (const path of stdout.trim().split('\n').filter(Boolean)) {
    const { stdout: version } = await run(path, ['--version'])
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
    if (major < 22 || (major === 22 && minor < 18)) return path
  }
  return undefined
}
