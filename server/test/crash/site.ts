// A server process at a fixed address with one project and one table, which can be killed and started again.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { endProgram, type Program, startProgram } from '#test/program.ts'

/** Site is that server. */
export interface Site {
  readonly base: string
  readonly api: string
  readonly project: { readonly id: string; readonly secret: string }
  /** manage makes a request as the dashboard user who owns the project; it must succeed. */
  manage(method: string, path: string, body: unknown): Promise<any>
  /** ticket gives what POST /realtime/connect does. */
  ticket(): Promise<{ readonly url: string; readonly token: string }>
  /** call makes a request as the project's backend; a connection that breaks rejects. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<{
    readonly status: number
    readonly data: any
  }>
  /** kill ends the process with -9 and resolves when it is gone. */
  kill(): Promise<void>
  /** start runs it again at the same address, with the same settings but for those that are given. */
  start(environment?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** lastLines returns what the process has logged last. */
  lastLines(): readonly string[]
}

const AMINA = { email: 'amina@example.com', password: 'correct horse 1', full_name: 'Amina Juma' }

/** openSite starts the server and makes the project, or lets it serve the project of another one on the same database. */
export async function openSite(environment: Record<string, string>, other?: Site): Promise<Site> {
  const settings = {
    MSINGI_RATE_LIMITS: 'off',
    // So that no machine is too slow for it.
    MSINGI_CHANGE_RETENTION: '1800',
    ...environment,
    PORT: String(await findPort()),
  }
  let running: Program | undefined = await startProgram(settings)
  const { base } = running
  const api = `${base}/api/v1`
  try {
    const { manage, project } = other ?? (await makeProject(api))
    const call = caller(api, { 'x-platform-api-key': project.secret })
    return {
      base,
      api,
      project,
      manage,
      call,
      ticket: async () => (await call('POST', `/projects/${project.id}/realtime/connect?table=entries`)).data,
      kill: async () => {
        if (running !== undefined) await endProgram(running.child, 'SIGKILL')
        running = undefined
      },
      start: async (others = {}) => {
        running = await startProgram({ ...settings, ...others })
      },
      stop: async () => {
        if (running !== undefined) await endProgram(running.child, 'SIGTERM')
        running = undefined
      },
      lastLines: () => running?.lastLines() ?? [],
    }
  } catch (error) {
    await endProgram(running.child, 'SIGTERM')
    throw error
  }
}

function caller(api: string, credential: Record<string, string>): Site['call'] {
  return async (method, path, { body, headers } = {}) => {
    const answer = await fetch(api + path, {
      method,
      headers: {
        ...credential,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, data: text === '' ? undefined : JSON.parse(text).data }
  }
}

async function makeProject(api: string): Promise<Pick<Site, 'project' | 'manage'>> {
  const { email, password } = AMINA
  const enter = async (path: string, body: object) => {
    const { tokens } = await insist(caller(api, {}))('POST', path, body)
    return caller(api, { authorization: `Bearer ${tokens.access_token}` })
  }
  let call = await enter('/auth/register', AMINA)
  // A drill may take longer than a token lives.
  const renewing: Site['call'] = async (...request) => {
    const answer = await call(...request)
    if (answer.status !== 401) return answer
    call = await enter('/auth/login', { email, password })
    return call(...request)
  }
  const manage = insist(renewing)
  const { id } = await manage('POST', '/projects', { name: 'Ledger' })
  const { key } = await manage('POST', `/projects/${id}/api-keys`, { name: 'backend', kind: 'secret' })
  const columns = [
    { name: 'writer', data_type: 'text' },
    { name: 'number', data_type: 'integer' },
    { name: 'version', data_type: 'integer' },
    { name: 'place', data_type: 'integer' },
  ]
  await manage('POST', `/projects/${id}/tables`, { name: 'entries', columns })
  return { project: { id, secret: key }, manage }
}

function insist(call: Site['call']): Site['manage'] {
  return async (method, path, body) => {
    const { status, data } = await call(method, path, { body })
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status}`)
    return data
  }
}

// Below the ports that systems hand out by themselves: nobody else gets it while the server is dead.
async function findPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
