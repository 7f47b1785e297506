// The example workers of the PHP and the Python client ship every order once, however often they fail and are killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_PHP, startPhp } from '#test/php.ts'
import { CLIENT, findPython } from './python-tools.ts'

const KILLS = 3
const ORDERS = 12
const POLL = { timeout: 30_000 }

type Environment = Record<string, string>

const python = await findPython()

/** startPython starts the example, which finds the client's source. */
function startPython(environment: Environment): ChildProcess {
  const env = {
    ...process.env,
    PYTHONPATH: join(CLIENT, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...environment,
  }
  return spawn(String(python), [join(CLIENT, 'examples/worker.py')], { env, stdio: 'ignore' })
}

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  project = await app.createProject()
  const body = { name: 'orders', columns: [{ name: 'amount', data_type: 'integer' }] }
  const { id, token } = project
  expect((await app.api('POST', `/projects/${id}/tables`, { token, body })).status).toBe(201)
})
afterAll(() => app?.stop())

test.skipIf(NO_PHP)('the worker of PHP', { timeout: 120_000 }, () =>
  shipAll((environment) => startPhp('examples/worker.php', [], environment)),
)
test.skipIf(python === undefined)('the worker of Python', { timeout: 120_000 }, () => shipAll(startPython))

async function shipAll(begin: (environment: Environment) => ChildProcess): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-worker-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  let worker: ChildProcess | undefined
  const end = async () => {
    if (worker?.exitCode !== null || worker.signalCode !== null) return
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
  }
  onTestFinished(end)
  const start = () => {
    worker = begin({
      MSINGI_URL: `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`,
      MSINGI_PROJECT: project.id,
      MSINGI_KEY: project.secret,
      STATE_DIRECTORY: folder,
    })
  }
  const order = async (id: string) => {
    const answer = await app.api('POST', '/data/orders', { key: project.secret, body: { id, amount: 1 } })
    expect(answer.status).toBe(201)
  }

  // The first order of all cannot be shipped: what stands in the way ends the worker.
  const ids = [randomUUID()]
  const obstacle = join(folder, `${ids[0]}.json.new`)
  await mkdir(obstacle)
  start()
  await expect.poll(() => readdir(folder), POLL).toContain('position')
  await order(String(ids[0]))
  await expect.poll(() => worker?.exitCode, POLL).toBeGreaterThan(0)
  await rm(obstacle, { recursive: true })
  start()
  for (let number = 1; number < ORDERS; number++) {
    const id = randomUUID()
    ids.push(id)
    await order(id)
    if (number % Math.ceil(ORDERS / KILLS) !== 0) continue
    await end()
    start()
  }
  const shipped = ids.map((id) => `${id}.json`).toSorted()
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted(), POLL)
    .toEqual(shipped)
}
