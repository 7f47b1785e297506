// A real Caddy for tests: as the system has installed it, or as CADDY_PATH says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithTests } from './child-process.ts'
import { freePort } from './free-port.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
const named = process.env.CADDY_PATH
if (named !== undefined && !existsSync(named))
  throw new Error(`CADDY_PATH says ${named}, where there is nothing.`)
const program = named ?? folders.map((folder) => join(folder, 'caddy')).find((path) => existsSync(path))

/** NO_CADDY is why tests behind Caddy are skipped, or undefined where there is one. */
export const NO_CADDY =
  program === undefined ? 'no caddy on this machine: install it, or set CADDY_PATH' : undefined
if (NO_CADDY !== undefined) console.log(`skipped: ${NO_CADDY}`)

/** TestCaddy is Caddy with an authority of its own. */
export interface TestCaddy {
  /** port is where it speaks HTTPS, on 127.0.0.1. */
  readonly port: number
  /** ca is the certificate of the authority, as PEM. */
  readonly ca: string
  stop(): Promise<void>
}

/** startCaddy starts it with a Caddyfile that begins with global options; certificates are its own authority's. */
export async function startCaddy(caddyfile: string): Promise<TestCaddy> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-caddy-'))
  const [http, https] = [await freePort(), await freePort()]
  const options = `{
  admin off
  local_certs
  skip_install_trust
  default_bind 127.0.0.1
  http_port ${http}
  https_port ${https}
  storage file_system ${folder}
`
  const file = join(folder, 'Caddyfile')
  await writeFile(file, caddyfile.replace('{\n', options))
  const child = spawn(String(program), ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder },
  })
  endWithTests(child, 'SIGKILL')
  const exited = once(child, 'exit')
  let log = ''
  child.stderr.on('data', (text) => {
    log = `${log}${text}`.slice(-4000)
  })
  while (!(await answers(https))) {
    if (child.exitCode !== null) throw new Error(`caddy did not start: ${log}`)
    await sleep(20)
  }
  return {
    port: https,
    ca: await readFile(join(folder, 'pki/authorities/local/root.crt'), 'utf8'),
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
