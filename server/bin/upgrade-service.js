// The server as a service of systemd: how an upgrade runs commands as it, restarts it, and sees that it answers.
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, Stop } from './upgrade-tools.js'

const WAIT_MS = 300_000
const ASK_MS = 500
// The first restart may be one that systemd counts.
const MOST_RESTARTS = 2

/** findService returns the service whose server runs in a folder, or undefined where systemd has none. */
export function findService({ service: name, url }, folder) {
  const unit = show(`${name}.service`, [
    'LoadState',
    'WorkingDirectory',
    'User',
    'Environment',
    'EnvironmentFiles',
  ])
  if (unit.LoadState !== 'loaded' || real(unit.WorkingDirectory) !== real(folder)) return undefined
  const base = url ?? addressOf(show(`${name}.socket`, ['Listen']).Listen)
  if (base === undefined) throw new Stop(`Name where the server answers by --url: ${name} has no socket.`)
  const log = `journalctl -u ${name}`
  return {
    log,
    asServer: (command) => ['systemd-run', ...PIPED, ...propertiesOf(unit), ...command],
    async checkAnswers() {
      if ((await ask(`${base}/livez`)) === undefined)
        throw new Stop(
          `No server answers at ${base}. Start it first, or name its address by --url. Nothing has been changed.`,
        )
    },
    /** restart returns what is wrong with the server of a version, or undefined once it answers. */
    async restart(version) {
      const { code, problem } = run(['systemctl', 'restart', name], {})
      if (code !== 0) return `systemctl could not restart ${name}: ${problem}.`
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(ASK_MS)) {
        if ((await ask(`${base}/readyz`)) !== undefined) {
          const found = JSON.parse((await ask(`${base}/api/v1/setup`)) ?? '{}').data?.version
          return found === version ? undefined : `version ${found} answers at ${base}, and not ${version}.`
        }
        const { ActiveState, NRestarts } = show(`${name}.service`, ['ActiveState', 'NRestarts'])
        if (ActiveState === 'failed' || Number(NRestarts) > MOST_RESTARTS)
          return `it ends as soon as it starts: ${log}.`
      }
      return `${base}/readyz does not answer 200 after ${WAIT_MS / 1000} seconds.`
    },
  }
}

const PIPED = ['--quiet', '--wait', '--pipe', '--collect']

function propertiesOf({ User, Environment, EnvironmentFiles, WorkingDirectory }) {
  const files = EnvironmentFiles?.replace(/ \(ignore_errors=\w+\)$/, '')
  const properties = { User, Environment, EnvironmentFile: files, WorkingDirectory }
  return Object.entries(properties).flatMap(([name, value]) => (value ? [`--property=${name}=${value}`] : []))
}

function show(unit, names) {
  const { text } = run(['systemctl', 'show', unit, ...names.map((name) => `--property=${name}`)], {})
  return Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

// Where a socket listens, as systemctl shows it: 127.0.0.1:8080 (Stream).
function addressOf(listen = '') {
  const [, host, port] = /^(.*):(\d+) \(Stream\)/.exec(listen) ?? []
  return port && `http://${['0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host}:${port}`
}

function real(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

async function ask(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  return answer?.ok ? answer.text() : undefined
}
