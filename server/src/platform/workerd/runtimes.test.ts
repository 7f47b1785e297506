// Functions in real workerd processes: what they reach, what they cost their neighbours, and what happens at their limits.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { type Lab, openLab } from './runtimes.fixture.ts'

let lab: Lab

beforeAll(() => {
  lab = openLab({ limits: { hangMs: 1000 } })
  lab.code.set('hello', `export default { fetch: (request, env) => new Response('hello ' + env.A) }`)
})
afterAll(() => lab.runtimes.close())

const fetchHandler = (body: string) => `export default { async fetch(request, env, ctx) { ${body} } }`

test('runs a function, and passes method, path, headers and bodies through', async () => {
  lab.code.set(
    'echo',
    fetchHandler(`const url = new URL(request.url)
      return new Response(request.method + ' ' + url.pathname + url.search + ' ' + await request.text(),
        { status: 201, headers: { 'x-found': request.headers.get('x-given'), names: [...request.headers.keys()].join() } })`),
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
  expect(answer.headers['x-found']).toBe('yes')
  expect(answer.headers.names).toMatch(/^(transfer-encoding,)?x-given,x-msingi-fn-invocation$/)
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
  const invocation = { id: 's', worker: 'stream', method: 'POST', path: '/', headers, body, timeMs: 5000 }
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

// Each must leave the neighbour alone; `status` is what the attacker's own client gets.
const ATTACKS: readonly (readonly [what: string, code: string, status: number])[] = [
  ['an endless loop', fetchHandler('for (;;) {}'), 503],
  ['endless microtasks', fetchHandler('for (;;) await null'), 503],
  ['an endless loop at the top', `for (;;) {} ; export default {}`, 503],
  ['a promise that never settles', fetchHandler('await new Promise(() => {})'), 500],
  ['a function that takes too long', fetchHandler('await new Promise((r) => setTimeout(r, 60000))'), 504],
  [
    'a heap that grows',
    fetchHandler('const all = []; for (;;) all.push(new Array(1000).fill(all.length))'),
    503,
  ],
  [
    'buffers that grow',
    fetchHandler('const all = []; for (;;) { all.push(new Uint8Array(1 << 24).fill(1)); await null }'),
    503,
  ],
  ['a throw at the top', `throw new Error('top'); export default {}`, 500],
  ['no handler', `export default {}`, 500],
  ['a syntax error', `export default {{`, 500],
  ['an unknown module', `import 'fs/nothing'; export default {}`, 500],
  [
    'a flood of lines',
    fetchHandler(`for (let i = 0; i < 20000; i++) console.log('x'.repeat(100)); return new Response('ok')`),
    200,
  ],
]

test.each(ATTACKS)('%s costs a neighbour nothing', async (what, code, status) => {
  lab.code.set(what, code)
  let running = true
  const failures: unknown[] = []
  const neighbour = (async () => {
    while (running) {
      await lab.get('neighbour', 'hello').then(
        (answer) => answer.text === 'hello 1' || failures.push(answer),
        (error) => failures.push(error),
      )
      await after(5)
    }
  })()
  const attacked = await lab.get('attacker', what, { timeMs: status === 504 ? 1500 : 50_000 }).then(
    (answer) => answer.status,
    (error) => error.status,
  )
  running = false
  await neighbour
  expect({ attacked, failures }).toEqual({ attacked: status, failures: [] })
  // The project itself goes on at once, in a process that is whole.
  await expect
    .poll(() => lab.get('attacker', 'hello').catch((error) => error))
    .toMatchObject({ text: 'hello 1' })
})

const CANNOT: readonly (readonly [what: string, code: string])[] = [
  ...[
    'http://127.0.0.1:1/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'https://fn.invalid/',
    'http://host/',
    'http://control/code?worker=hello',
    'http://127.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.0.0.1:5432/',
    'http://127.0.0.1:8080/api/v1/system/health',
    'http://user:pass@127.0.0.1/',
    'http://LOCALHOST./',
    'http://[::]/',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fec0::1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'ftp://127.0.0.1/',
    'unix:control',
    'file:///proc/self/environ',
    'file:///etc/passwd',
    'unix:/tmp/x',
  ].map(
    (url) =>
      [
        url,
        `await fetch(${JSON.stringify(url)}).then((r) => r.text().then((t) => { if (r.status < 400) return 'reached ' + t; throw new Error(r.status) }))`,
      ] as const,
  ),
  [
    'process.env of the server',
    `const { env } = await import('node:process'); const all = JSON.stringify(env); if (all === '{"A":"1"}') throw new Error(all); return all`,
  ],
  [
    'the file system',
    `const { readFileSync } = await import('node:fs'); return readFileSync('/etc/passwd', 'utf8')`,
  ],
  [
    'a child process',
    `const { spawnSync } = await import('node:child_process'); return String(spawnSync('id').stdout)`,
  ],
  [
    'raw TCP',
    `const { connect } = await import('cloudflare:sockets'); const s = connect('127.0.0.1:22'); await s.opened; return 'open'`,
  ],
  [
    'TCP of Node',
    `const { connect } = await import('node:net'); return await new Promise((r, j) => connect(22, '127.0.0.1', () => r('open')).on('error', j))`,
  ],
  [
    'the loader',
    `if (env.LOADER ?? env.CONTROL ?? ctx.exports?.Egress) return 'has bindings of the host'; throw new Error('none')`,
  ],
  [
    'WebAssembly that was not deployed',
    `await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return 'compiled'`,
  ],
  ['eval', `return eval('1 + 1')`],
  ['code in a string', `return new Function('return 1')()`],
  [
    'the folder of its process',
    `const { readdirSync } = await import('node:fs'); const all = readdirSync('/').join(); if (!/etc|proc|http|control/.test(all)) throw new Error(all); return all`,
  ],
  [
    'the memory of its process',
    `const { readFileSync } = await import('node:fs'); return readFileSync('/proc/self/maps', 'utf8')`,
  ],
  [
    'the socket of the server',
    `const { connect } = await import('node:net'); return await new Promise((r, j) => connect('control', () => r('open')).on('error', j))`,
  ],
  ['a module of another function', `return JSON.stringify(Object.keys(await import('hello')))`],
]

describe('a function cannot reach', () => {
  test.each(CANNOT)('%s', async (what, code) => {
    lab.code.set(
      what,
      fetchHandler(`const work = async () => { ${code.includes('return') ? code : `return ${code}`} }
      return work().then((text) => new Response('REACHED ' + text), (error) => new Response('refused ' + error))`),
    )
    const { text } = await lab.get('p2', what)
    expect(text).toMatch(/^refused /)
  })
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
