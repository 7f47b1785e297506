// A restart behind a socket that systemd holds: connections wait in the kernel while no server runs, and none is refused.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endProgram, PROGRAM } from './program.ts'

// Each start of a server with a database takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const RESTARTS = 3
const PASSWORD = 'correct horse 1'

let dataDir: string
let socket: { fd: number; port: number; close(): void }
let running: ChildProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-restart-'))
  await chmod(dataDir, 0o711)
  socket = holdSocket()
})

afterAll(async () => {
  await endProgram(running, 'SIGTERM')
  socket.close()
  await rm(dataDir, { recursive: true, force: true })
})

// A socket that listens once a server does, and that nobody here accepts connections from: only Node's own parts make one.
function holdSocket(): typeof socket {
  const { TCP, constants } = (process as any).binding('tcp_wrap')
  const handle = new TCP(constants.SERVER)
  expect(handle.bind('127.0.0.1', 0)).toBe(0)
  const name = { port: 0 }
  handle.getsockname(name)
  return { fd: handle.fd, port: name.port, close: () => handle.close() }
}

// As systemd starts a service: the socket is its fourth file, and the variables name the process itself.
function start(environment: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, LISTEN_FDS: '1', MSINGI_DATA: dataDir, ...environment }
  const script = `LISTEN_PID=$$ exec "${process.execPath}" "${PROGRAM}"`
  return spawn('/bin/sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe', socket.fd] })
}

async function ready(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Msingi is ready')) break
  child.stdout?.resume()
}

// A request on a connection of its own, or on one that is kept. Without an answer it fails.
async function post(path: string, body: object, agent?: http.Agent): Promise<number | undefined> {
  const request = http.request({
    host: '127.0.0.1',
    port: socket.port,
    path: `/api/v1${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: agent ?? false,
  })
  request.end(JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  await answer.resume().toArray()
  return answer.statusCode
}

test('loses no request, on new connections', async () => {
  running = start()
  await ready(running)
  const account = { email: 'amina@example.com', password: PASSWORD, full_name: 'Amina Juma' }
  expect(await post('/auth/register', account)).toBe(201)

  const counts = { answered: 0, failed: [] as unknown[] }
  let isOver = false
  const client = async () => {
    while (!isOver)
      await post('/auth/login', { email: account.email, password: 'wrong' }).then(
        (status) => {
          if (Number(status) < 500) counts.answered++
          else counts.failed.push(status)
        },
        (error) => counts.failed.push(error),
      )
  }
  const clients = Promise.all(Array.from({ length: 4 }, client))
  for (let restart = 0; restart < RESTARTS; restart++) {
    const before = counts.answered
    await expect.poll(() => counts.answered).toBeGreaterThan(before + 20)
    expect(await endProgram(running, 'SIGTERM')).toBe(0)
    running = start()
    await ready(running)
  }
  isOver = true
  await clients
  expect(counts.failed).toEqual([])
})

test('several sockets are refused in one sentence', async () => {
  const child = start({ LISTEN_FDS: '2' })
  const said = (await child.stderr?.toArray())?.join('')
  expect(said).toBe('LISTEN_FDS: 2 sockets were handed over. Give the server one ListenStream.\n')
})
