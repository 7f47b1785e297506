// Functions are compiled in processes of their own, which end over what ends a compiler, and have no rights.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid, pid } from 'node:process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import { openTestRegistry } from '#platform/npm/registry.fixture.ts'
import { nicerBy } from '#platform/workerd/priorities.fixture.ts'
import { NICE } from '#platform/workerd/workerd-user.ts'
import { Compiler } from './compiler.ts'

let lab: FunctionsLab
let other: FunctionsLab
const { call } = bound(() => lab)
const neighbour = bound(() => other)

beforeAll(async () => {
  lab = await openFunctions()
  other = { ...lab, project: await lab.app.createProject() }
})
afterAll(() => lab.app.stop())

const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

test.each([
  ['brackets', { 'index.ts': `const a=${nested('[', ']', 200_000)};${handler('')}` }],
  [
    'brackets of JSON',
    { 'index.ts': `import './a.json'; ${handler('')}`, 'a.json': nested('[', ']', 400_000) },
  ],
  ['parentheses', { 'index.ts': `${nested('(', ')', 400_000)};${handler('')}` }],
  [
    'templates',
    {
      'index.tsx': '',
      'index.ts': `const a = 1${'+ `${1'.repeat(80_000)}${'}`'.repeat(80_000)};${handler('')}`,
    },
  ],
])('code that ends the compiler is refused, and nobody else notices: %s', async (_, files) => {
  const made = await call('POST', '', { name: crypto.randomUUID(), files })
  expect(made.status, JSON.stringify(made).slice(0, 300)).toBe(201)
  const [refused, well] = await Promise.all([
    call('POST', `/${made.data.id}/deploy`),
    neighbour.deployed({ name: crypto.randomUUID(), code: handler(`return new Response('ok')`) }),
  ])
  expect(refused, JSON.stringify(refused)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/nested too deeply, or takes too much/),
  })
  expect((await neighbour.call('POST', `/${well.id}/invoke`)).data.body).toBe('ok')
})

test('what takes too long is ended with all that it has started', async () => {
  const before = compilers()
  const registry = await openTestRegistry()
  registry.answer(() => {})
  const compiling = new Compiler({ environment: {}, compileMs: 1 })
  const task = { runtime: 'javascript', files: { 'index.js': handler('') } } as const
  await expect(compiling.compile(task)).rejects.toMatchObject({ status: 400, message: /too much time/ })
  const fetching = new Compiler({ environment: {}, fetchMs: 500 })
  const packages = { dependencies: { a: '1' }, registry: registry.url }
  await expect(fetching.compile({ ...task, packages })).rejects.toMatchObject({
    status: 504,
    message: /packages took more than 0.5 s/,
  })
  await Promise.all([compiling.close(), fetching.close()])
  registry.close()
  const known = before.map(({ id }) => id)
  expect(compilers().filter(({ id }) => !known.includes(id))).toEqual([])
})

test.runIf(existsSync('/proc/self/environ'))(
  'a process that compiles has nothing of the environment of the server, not its rights, and stands behind it',
  async () => {
    vi.stubEnv('MSINGI_TEST_SECRET', 'a secret of the server')
    const compiler = new Compiler({ environment: {} })
    await compiler.compile({ runtime: 'javascript', files: { 'index.js': handler('') } })
    vi.unstubAllEnvs()
    // Each starts its esbuild once it has given up its rights.
    let running: Running[] = []
    const haveStarted = () => {
      running = compilers()
      const mains = running.filter(({ command }) => command.includes('compile-main')).length
      return mains > 0 && running.length === 2 * mains
    }
    await expect.poll(haveStarted).toBe(true)
    const places = running.map(({ id }) => ({ threads: nicerBy(id), group: autogroupOf(id) }))
    await compiler.close()
    for (const place of places) expect(place).toEqual({ threads: [NICE], group: NICE })
    for (const { environment, uids } of running) {
      const names = environment.split('\0').map((variable) => variable.split('=', 1)[0])
      expect(['', 'GOMAXPROCS', 'ESBUILD_BINARY_PATH', 'NODE_COMPILE_CACHE']).toEqual(
        expect.arrayContaining(names),
      )
      if (getuid?.() === 0) expect(uids).not.toContain('0')
    }
  },
)

test('no file names a source map that is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-fifo-'))
  execFileSync('mkfifo', ['-m', '666', join(folder, 'fifo')])
  const compiler = new Compiler({ environment: {} })
  // Whoever opens the pipe waits for its other end.
  const map = `\n//# sourceMappingURL=file://${folder}/fifo`
  const files = {
    'index.js': `import './other.ts'; ${handler('return new Response("//# sourceMappingURL=x")')}${map}`,
    'other.ts': `globalThis.other = 1 /*# sourceMappingURL=${folder}/fifo */`,
  }
  const { code } = await compiler.compile({ runtime: 'javascript', files })
  expect(code).toContain('"//# sourceMappingURL=x"')
  await compiler.close()
  await rm(folder, { recursive: true })
})

// Linux shares the processors out among sessions first, where it makes groups of them (sched(7)).
function autogroupOf(id: string): number {
  const path = `/proc/${id}/autogroup`
  if (!existsSync(path)) return NICE
  return Number(readFileSync(path, 'latin1').split(' nice ')[1]) - getPriority()
}

interface Running {
  readonly id: string
  readonly command: string
  readonly environment: string
  readonly uids: readonly string[]
}

// Those of this process's descendants that compile.
function compilers(): Running[] {
  const read = (id: string, file: string) => readFileSync(`/proc/${id}/${file}`, 'latin1')
  const parents = new Map<string, string>()
  const found: Running[] = []
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(id, read(id, 'stat').split(') ')[1]?.split(' ')[1] ?? '')
      const command = read(id, 'cmdline')
      if (!/compile-main|esbuild/.test(command)) continue
      const uids = /^Uid:\s+(.*)$/m.exec(read(id, 'status'))?.[1]?.split(/\s+/) ?? []
      found.push({ id, command, environment: read(id, 'environ'), uids })
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: string | undefined): boolean =>
    id !== undefined && (id === String(pid) || isOurs(parents.get(id)))
  return found.filter(({ id }) => isOurs(id))
}
