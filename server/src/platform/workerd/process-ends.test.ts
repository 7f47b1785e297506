// Where a process stands beside the server, and what a client is told when it does not start, ends, makes room for another, or is not sent its code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { nicerBy } from './priorities.fixture.ts'
import { type Lab, openLab } from './runtimes.fixture.ts'
import { NICE } from './workerd-user.ts'

const HELLO = `export default { fetch: () => new Response('hello') }`
const WAITS = `export default { fetch: () => new Promise((done) => setTimeout(done, 60000)) }`

let lab: Lab
afterEach(() => lab.runtimes.close())

const errorOf = (calling: Promise<unknown>) =>
  calling.then(
    (answer) => answer,
    (error) => error,
  )

test('a process that cannot start is 503 with Retry-After, and the log has the reason', async () => {
  lab = openLab({ binary: '/bin/false' })
  lab.code.set('hello', HELLO)
  const refused = await errorOf(lab.get('p', 'hello'))
  expect(refused).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } })
  expect(refused.message).not.toContain('status')
  expect(JSON.stringify(lab.messages)).toMatch(/could not be started/)
})

test.runIf(existsSync('/proc/self/task'))('all threads of a process stand behind the server', async () => {
  lab = openLab()
  lab.code.set('hello', HELLO)
  const before = workerds()
  await lab.get('p', 'hello')
  const made = workerds().filter((one) => !before.includes(one))
  expect(made.map(nicerBy)).toEqual([[NICE]])
})

test('a process that has ended unnoticed is replaced, and its client does not see it', async () => {
  lab = openLab()
  lab.code.set('hello', HELLO)
  for (const connections of ['one that is open', 'new ones']) {
    const before = workerds()
    await lab.get(connections, 'hello')
    const [pid] = workerds().filter((one) => !before.includes(one))
    process.kill(pid as number, 'SIGKILL')
    // Not given way meanwhile, so that this process learns of the end only from the next invocation.
    while (!isGone(pid as number));
    expect(await lab.get(connections, 'hello'), connections).toMatchObject({ status: 200, text: 'hello' })
  }
})

test('what fails while code is read is not remembered', async () => {
  const failures = [new Error('the database is gone'), undefined]
  lab = openLab({
    read: async () => {
      if (failures.length === 0) return HELLO
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return undefined
    },
  })
  expect(await errorOf(lab.get('p', 'hello'))).toMatchObject({ message: 'the database is gone' })
  expect(await errorOf(lab.get('p', 'hello'))).toMatchObject({ status: 503 })
  expect(await lab.get('p', 'hello')).toMatchObject({ status: 200, text: 'hello' })
})

test('a client that leaves during the first call does not break the function for others', async () => {
  const code = Promise.withResolvers<string>()
  lab = openLab({ read: () => code.promise })
  const slow = `await new Promise((done) => setTimeout(done, 300)); return new Response('hello')`
  const calls = [1, 1, 5000, 5000].map((timeMs) => errorOf(lab.get('p', 'hello', { timeMs })))
  code.resolve(`export default { async fetch() { ${slow} } }`)
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual([504, 504, 200, 200])
  expect(await lab.get('p', 'hello')).toMatchObject({ status: 200, text: 'hello' })
})

test('projects of one account beyond its share make room for each other, and never fail', async () => {
  lab = openLab({ processes: 6 })
  lab.code.set('hello', HELLO)
  lab.code.set('waits', WAITS)
  const get = (project: string, worker = 'hello') => lab.get(project, worker, { account: 'one' })
  for (const project of ['a', 'b', 'c', 'd', 'a', 'e', 'b'])
    expect(await get(project), project).toMatchObject({ status: 200, text: 'hello' })
  expect(lab.runtimes.figures().running).toBe(3)
  // All at once: what finds no room is told to come back.
  const statuses = (await Promise.all('abcdefg'.split('').map((project) => errorOf(get(project))))).map(
    ({ status, headers }) => (status === 503 ? `503 ${headers['retry-after']}` : status),
  )
  expect(new Set(statuses)).toEqual(new Set([200, '503 5']))
})

test('a request that cannot be sent takes no place for ever', async () => {
  lab = openLab({ limits: { inFlight: 1 } })
  lab.code.set('hello', HELLO)
  expect(await errorOf(lab.get('p', 'hello', { headers: { 'x-bad': 'a\nb' } }))).toBeInstanceOf(TypeError)
  expect(await lab.get('p', 'hello')).toMatchObject({ text: 'hello' })
})

function workerds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.startsWith('workerd') && parentOf(pid) === process.pid)
}

// A process whose first thread has ended may have others that still hold its sockets.
function isGone(pid: number): boolean {
  const [state] = statOf(pid)?.split(') ')[1] ?? 'Z'
  return state === 'Z' && readdirSync(`/proc/${pid}/task`).length === 1
}

const parentOf = (pid: number) => Number(statOf(pid)?.split(') ')[1]?.split(' ')[1])

// As `workerd) S 123 …`, from behind the first bracket.
function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split('(', 2)[1]
  } catch {
    return undefined
  }
}
