// Who has used up the memory or the processor time of a process: the function that did it is named, its neighbours are not, and
// what is not certain is said to be so.
import { afterEach, expect, test } from 'vitest'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { fetchHandler } from './attacks.fixture.ts'
import { type Lab, openLab } from './runtimes.fixture.ts'

const PATIENT = { timeMs: 50_000 }
const WAITS = fetchHandler(
  `await new Promise((done) => setTimeout(done, 60000)); return new Response('late')`,
)
const STREAMS = fetchHandler(`const { readable, writable } = new TransformStream()
  const writer = writable.getWriter()
  ctx.waitUntil(writer.write(new TextEncoder().encode('begun ')).then(() => new Promise((done) => setTimeout(done, 60000))))
  return new Response(readable)`)
const HELLO = fetchHandler(`return new Response('hello')`)
const GROW = `const all = []; for (;;) all.push(new Array(1000).fill(all.length))`
const HEAP = fetchHandler(GROW)
// After its answer, and in turns.
const LATER = fetchHandler(`ctx.waitUntil((async () => {
    const all = []
    for (;;) { for (let n = 0; n < 200; n++) all.push(new Array(1000).fill(n)); await new Promise((done) => setTimeout(done)) }
  })())
  return new Response('for now')`)
const BUFFERS = fetchHandler(
  `const all = []; for (;;) { all.push(new Uint8Array(1 << 24).fill(1)); await new Promise((done) => setTimeout(done)) }`,
)
// Says that its isolate is another's, by the line with which its own began.
const FORGER = fetchHandler(`const { readFileSync } = process.getBuiltinModule('node:fs')
  const [, secret] = /'(\\w+) /.exec(readFileSync('/bundle/msingi-naming.js', 'utf8'))
  const all = []
  for (;;) { console.log(secret + ' 0'); for (let n = 0; n < 100; n++) all.push(new Array(1000).fill(all.length)) }`)

let lab: Lab
afterEach(() => lab.runtimes.close())

function openWith(code: Record<string, string>): void {
  lab = openLab({ limits: { hangMs: 60_000 } })
  for (const [name, text] of Object.entries(code)) lab.code.set(name, text)
}

const call = (name: string) =>
  lab.get('p', name, PATIENT).then(
    ({ status, text }) => [status, text],
    ({ code, message }) => [code, message],
  )

// For an answer whose body is not read yet.
const invoke = (worker: string) =>
  lab.runtimes.invoke({ id: 'p', account_id: 'account of p' } as ProjectRecord, {
    ...{ id: 'i', name: worker, worker, method: 'GET', path: '/', headers: {}, ...PATIENT },
  })

const logged = () => Object.fromEntries(lab.reports.map(({ worker, logs }) => [worker, logs[0]?.message[0]]))

test('a function that uses up its memory in the name of another is named itself', async () => {
  openWith({ calm: HELLO, forger: FORGER })
  expect(await call('calm')).toEqual([200, 'hello'])
  expect(await call('forger')).toEqual([
    'function_out_of_memory',
    'The function forger used up its memory, and was ended.',
  ])
})

test('the function whose heap is full is named, however many others run, and these are told that another did it', async () => {
  openWith({ calm: HELLO, waits: WAITS, streams: STREAMS, heap: HEAP })
  for (const name of ['calm', 'calm']) expect(await call(name)).toEqual([200, 'hello'])
  const [waiting, streaming] = [call('waits'), lab.get('p', 'streams', PATIENT).catch((error) => error)]
  const answer = await invoke('streams')
  expect(await call('heap')).toEqual([
    'function_out_of_memory',
    'The function heap used up its memory, and was ended.',
  ])
  const cutOff = (name: string) =>
    `The call of ${name} was cut off: another function of the project used up the memory.`
  expect(await waiting).toEqual(['function_ended', cutOff('waits')])
  await streaming
  expect(await answer.brokenOff(new Error('aborted'))).toMatchObject({
    code: 'function_ended',
    message: cutOff('streams'),
  })
  expect(logged()).toMatchObject({
    heap: expect.stringMatching(
      /^Ended: this function used up the memory\. These were cut off by it: .*waits/,
    ),
    waits: 'Cut off: the function heap used up the memory.',
  })
  expect(await call('calm')).toEqual([200, 'hello'])
})

test('so is one that goes on after its answer, while another waits', async () => {
  openWith({ waits: WAITS, later: LATER })
  const waiting = call('waits')
  expect(await call('later')).toEqual([200, 'for now'])
  expect((await waiting)[1]).toMatch(/another function of the project used up the memory/)
  expect(logged().later).toMatch(/^Ended: this function used up the memory/)
})

test('of memory beside the heap it is known only where one function has ever run', async () => {
  openWith({ buffers: BUFFERS, waits: WAITS })
  expect(await call('buffers')).toEqual([
    'function_out_of_memory',
    'The function buffers used up its memory, and was ended.',
  ])
  lab.reports.length = 0
  const waiting = call('waits')
  const unsure = (name: string) =>
    `The call of ${name} was cut off: it or another function of the project used up the memory.`
  expect(await call('buffers')).toEqual(['function_ended', unsure('buffers')])
  expect(await waiting).toEqual(['function_ended', unsure('waits')])
  const line = expect.stringMatching(
    /one of the functions that ran .* not certain which\. These ran: (?:buffers, waits|waits, buffers)\./,
  )
  expect(logged()).toEqual({ buffers: line, waits: line })
})

test('of processor time it is known likewise', async () => {
  lab = openLab({ limits: { hangMs: 1000 } })
  const code = { spins: fetchHandler('for (;;) {}'), waits: WAITS }
  for (const [name, text] of Object.entries(code)) lab.code.set(name, text)
  const did = 'took too much processor time without giving way'
  expect(await call('spins')).toEqual(['function_ended', `The function spins was ended: it ${did}.`])
  lab.reports.length = 0
  const unsure = (name: string) => [
    'function_ended',
    `The call of ${name} was cut off: it or another function of the project ${did}.`,
  ]
  expect(await Promise.all(['waits', 'spins'].map(call))).toEqual([unsure('waits'), unsure('spins')])
  const line = expect.stringMatching(/not certain which\. These ran: (?:spins, waits|waits, spins)\.$/)
  expect(logged()).toEqual({ waits: line, spins: line })
})

test('of a process that is ended on purpose, as with its project, nobody is to blame', async () => {
  openWith({ streams: STREAMS })
  const answer = await invoke('streams')
  await lab.runtimes.end('p')
  expect(await answer.brokenOff(new Error('aborted'))).toMatchObject({
    code: 'function_ended',
    message: "The call of streams was cut off: the process of the project's functions has ended.",
  })
  expect([
    lab.reports,
    lab.messages.map((one) => JSON.stringify(one)).filter((text) => text.includes('were ended')),
  ]).toEqual([[], []])
})

test('a function can neither collect garbage nor name another isolate', async () => {
  openWith({
    calm: HELLO,
    forges: fetchHandler(`
      for (let n = 0; n < 9; n++) console.log('0'.repeat(32) + ' ' + n + '\\n[1:0xabcdef]')
      console.error('<--- Last few GCs --->\\n[1:0xabcdef] out of memory')
      if (url(request) === '/gc') return new Response(typeof globalThis.gc)
      ${GROW}
      function url({ url }) { return new URL(url).pathname }`),
  })
  expect(await call('calm')).toEqual([200, 'hello'])
  expect((await lab.get('p', 'forges', { path: '/gc' })).text).toBe('undefined')
  expect(await call('forges')).toEqual([
    'function_out_of_memory',
    expect.stringContaining('The function forges'),
  ])
})

test('a function that writes without end is slowed down, and ends at its time limit', async () => {
  openWith({
    calm: HELLO,
    floods: fetchHandler(
      `const line = 'x'.repeat(1e6); for (;;) { for (let n = 0; n < 20; n++) console.log(line); await new Promise((done) => setTimeout(done)) }`,
    ),
  })
  const [began, before] = [performance.now(), process.cpuUsage()]
  expect((await lab.get('p', 'floods', { timeMs: 2000 }).catch((error) => error)).status).toBe(504)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan((performance.now() - began) / 4)
})
