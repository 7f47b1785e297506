// Functions in real workerd processes: what goes in and out of them, what they report, and how many there are.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { fetchHandler } from './attacks.fixture.ts'
import { type Lab, openLab } from './runtimes.fixture.ts'

let lab: Lab

beforeAll(() => {
  lab = openLab({ limits: { hangMs: 1000 } })
  lab.code.set('hello', `export default { fetch: (request, env) => new Response('hello ' + env.A) }`)
})
afterAll(() => lab.runtimes.close())

test('runs a function, and passes method, path, headers and bodies through', async () => {
  lab.code.set(
    'echo',
    fetchHandler(`const url = new URL(request.url)
      return new Response(request.method + ' ' + url.pathname + url.search + ' ' + await request.text(),
        { status: 201, headers: {
          'x-found': request.headers.get('x-given') + request.headers.get('x-msingi-fn-worker'),
          names: [...request.headers.keys()].join() } })`),
  )
  expect(await lab.get('p1', 'hello')).toMatchObject({ status: 200, text: 'hello 1' })
  const body = Readable.from([Buffer.from('one '), Buffer.from('two')])
  const { status, text, answer } = await lab.get('p1', 'echo', {
    method: 'POST',
    path: '/a/b?c=d',
    headers: { 'x-given': 'yes', 'x-msingi-fn-worker': 'forged', 'x-msingi-fn-other': 'forged' },
    body,
  })
  expect({ status, text }).toEqual({ status: 201, text: 'POST /a/b?c=d one two' })
  expect(answer.headers['x-found']).toBe('yesecho')
  const between = 'connection,host,transfer-encoding,x-msingi-fn-invocation,x-msingi-fn-worker'
  expect(String(answer.headers.names).split(',').toSorted().join()).toBe(
    [...between.split(','), 'x-given'].toSorted().join(),
  )
})

test('reports the processor time of each project, also of a process that was ended', async () => {
  const spins = fetchHandler(`let sum = 0
    for (let turn = 0; turn < 60; turn++) {
      for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i)
      await new Promise((done) => setTimeout(done))
    }
    return new Response(String(sum))`)
  const busy = openLab({ limits: { hangMs: 60_000 } })
  busy.code.set('spins', spins).set('rests', fetchHandler(`return new Response('')`))
  const time = { timeMs: 60_000 }
  await Promise.all([busy.get('spinner', 'spins', time), busy.get('sleeper', 'rests', time)])
  await expect.poll(() => busy.used.get('spinner') ?? 0).toBeGreaterThanOrEqual(30)
  expect(busy.used.get('sleeper') ?? 0).toBeLessThan(busy.used.get('spinner') as number)
  await busy.get('late', 'spins', time)
  await busy.runtimes.close()
  expect(busy.used.get('late')).toBeGreaterThanOrEqual(30)
})

test('an answer knows what it has taken, where no other invocation ran meanwhile', async () => {
  lab.code.set(
    'counts',
    fetchHandler(`let sum = 0
      for (let turn = 0; turn < 20; turn++) {
        for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i)
        await new Promise((done) => setTimeout(done))
      }
      return new Response(String(sum))`),
  )
  await lab.get('meter', 'hello')
  const light = (await lab.get('meter', 'hello')).answer.cost()
  const heavy = (await lab.get('meter', 'counts')).answer.cost()
  expect(light.cpu_ms).toBeGreaterThan(0)
  expect(heavy.cpu_ms).toBeGreaterThan(2 * (light.cpu_ms as number))
  expect(heavy.memory_bytes).toBeGreaterThan(10 * 1024 * 1024)
  const both = await Promise.all(['counts', 'hello'].map((worker) => lab.get('meter', worker)))
  expect(both.map(({ answer }) => answer.cost().cpu_ms)).toEqual([null, null])
})

test('reports what was logged and thrown, also after the answer', async () => {
  lab.code.set(
    'logs',
    fetchHandler(`console.log('first', { a: 1 }); console.error('second')
      ctx.waitUntil(new Promise((done) => setTimeout(done, 20)).then(() => console.warn('later')))
      if (request.url.endsWith('/throw')) throw new TypeError('boom')
      return new Response('ok')`),
  )
  await lab.get('p1', 'logs', { id: 'one' })
  const failed = await lab.get('p1', 'logs', { id: 'two', path: '/throw' })
  expect(failed).toMatchObject({ status: 500, text: 'boom', answer: { failed: true } })
  const reportOf = (id: string) => lab.reports.find(({ invocation }) => invocation === id)
  await expect
    .poll(() => reportOf('one'))
    .toMatchObject({
      outcome: 'ok',
      logs: [
        { level: 'log', message: ['first', { a: 1 }] },
        { level: 'error', message: ['second'] },
        { level: 'warn', message: ['later'] },
      ],
    })
  await expect
    .poll(() => reportOf('two'))
    .toMatchObject({ outcome: 'exception', exceptions: [{ name: 'TypeError', message: 'boom' }] })
})

test('streams what a function writes as it writes it', async () => {
  lab.code.set(
    'stream',
    fetchHandler(`const { readable, writable } = new TransformStream()
      const writer = writable.getWriter()
      ctx.waitUntil((async () => {
        await writer.write(new TextEncoder().encode('one'))
        await request.text()
        await writer.write(new TextEncoder().encode('two'))
        await writer.close()
      })())
      return new Response(readable)`),
  )
  const body = new Readable({ read() {} })
  body.push('begin')
  const record = { id: 'p1', account_id: 'a' } as never
  const headers = {}
  const invocation = {
    id: 's',
    name: 's',
    worker: 'stream',
    method: 'POST',
    path: '/',
    headers,
    body,
    timeMs: 5000,
  }
  const answer = await lab.runtimes.invoke(record, invocation)
  const parts = answer.body[Symbol.asyncIterator]()
  expect(String((await parts.next()).value)).toBe('one')
  body.push(null)
  expect(String((await parts.next()).value)).toBe('two')
  expect((await parts.next()).done).toBe(true)
})

test('reaches the API over its binding', async () => {
  lab.code.set('api', fetchHandler(`return env.msingi.fetch('https://any.host/api/v1/data/books')`))
  expect(await lab.get('p1', 'api')).toMatchObject({ status: 200, text: 'api' })
  lab.code.set('control', fetchHandler(`return env.msingi.fetch('https://any.host/code?worker=hello')`))
  expect((await lab.get('p1', 'control')).text).not.toContain('hello')
})

test('processes are bounded: the one unused for longest makes room, and a busy one stays', async () => {
  const small = openLab({ processes: 2 })
  small.code.set('hello', fetchHandler(`return new Response('hello')`))
  small.code.set(
    'slow',
    fetchHandler(`await new Promise((done) => setTimeout(done, 60000)); return new Response('x')`),
  )
  await small.get('a', 'hello')
  await small.get('b', 'hello')
  await small.get('c', 'hello')
  expect(small.runtimes.figures().running).toBe(2)
  const slow = ['b', 'c'].map((project) => small.get(project, 'slow').catch((error) => error))
  const busy = await small.get('d', 'hello').catch((error) => error)
  expect(busy).toMatchObject({ status: 503 })
  await small.runtimes.close()
  await Promise.all(slow)
})

test('where workerd cannot run, the log says so at the start, and nobody is told to try again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'msingi-old-libc-'))
  const binary = join(directory, 'workerd')
  await writeFile(binary, '#!/bin/sh\necho "libc.so.6: version GLIBC_2.99 not found" >&2\nexit 1\n', {
    mode: 0o755,
  })
  const broken = openLab({ binary })
  await broken.runtimes.check()
  const reason = 'libc.so.6: version GLIBC_2.99 not found'
  expect(broken.messages).toContainEqual({ level: 'error', text: 'functions cannot run on this machine' })
  broken.code.set('hello', '')
  const refused = await broken.get('a', 'hello').catch((error) => error)
  expect(refused).toMatchObject({
    ...{ status: 503, headers: {} },
    message: `Functions cannot run on this machine: ${reason}. Everything else works.`,
  })
  await broken.runtimes.close()
  await rm(directory, { recursive: true })
})

test.runIf(isRoot())('each process runs as a user of its own, without privileges', async () => {
  const pids = await processesOf('workerd')
  const own = pids.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
  const uids = own.map((status) => /^Uid:\t(\d+)/m.exec(status)?.[1])
  expect(own.length).toBeGreaterThan(0)
  expect(new Set(uids).size).toBe(uids.length)
  for (const status of own) {
    expect(Number(/^Uid:\t(\d+)/m.exec(status)?.[1])).toBeGreaterThanOrEqual(42_000)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  }
})

async function processesOf(name: string): Promise<number[]> {
  const { readdirSync } = await import('node:fs')
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          pid > 0 &&
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .split(' ')
            .slice(1, 4)
            .join(' ')
            .startsWith(`(${name})`) &&
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[3] === String(process.pid)
        )
      } catch {
        return false
      }
    })
}
