// The server as a service of systemd: how an upgrade runs commands as it, restarts it, and sees that it answers.
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, Stop } from './upgrade-tools.js'

const ASK_MS = 500
const TRIES = 4
const SAY_MS = 30_000
// One or two may be for a database that is not ready yet.
const MOST_RESTARTS = 2

/** findService returns the service whose server runs in a folder, or undefined where none is named and there is no msingi. */
export function findService({ service, url }, folder) {
  const name = service ?? 'msingi'
  const unit = show(`${name}.service`, [
    'LoadState',
    'WorkingDirectory',
    'User',
    'Environment',
    'EnvironmentFiles',
  ])
  if (unit.LoadState?.[0] !== 'loaded' || real(unit.WorkingDirectory?.[0]) !== real(folder)) {
    if (service === undefined) return undefined
    throw new Stop(`systemd has no service ${name} that runs in ${folder}. Name it by --service.`)
  }
  const base = url ?? addressOf(show(`${name}.socket`, ['Listen']).Listen)
  if (base === undefined) throw new Stop(`Name where the server answers by --url: ${name} has no socket.`)
  const state = () => show(`${name}.service`, ['ActiveState', 'NRestarts'])
  const log = `journalctl -u ${name}`
  return {
    name,
    log,
    asServer: (command) => ['systemd-run', ...PIPED, ...propertiesOf(unit), ...command],
    /** checkAnswers throws where the server is active and does not answer: its address is another. */
    async checkAnswers() {
      if (state().ActiveState?.[0] === 'active' && (await retry(() => ask(`${base}/livez`))) === undefined)
        throw new Stop(
          `No server answers at ${base}. Name its address by --url, or mend it first. Nothing has been changed.`,
        )
    },
    /** version returns that of the server, or undefined where it is not ready. */
    version: () => retry(() => versionAt(base)),
    /** restart returns what is wrong with the server of a version, or undefined once it answers. */
    async restart(version) {
      const { code, problem } = run(['systemctl', 'restart', name], {})
      if (code !== 0) return `systemctl could not restart ${name}: ${problem}.`
      const look = async () => {
        const found = await versionAt(base)
        const { ActiveState, NRestarts } = state()
        return { found, state: ActiveState?.[0], restarts: NRestarts && Number(NRestarts[0]) }
      }
      const waiting = `Waiting for ${base}/readyz; ${name} is active, such as with a migration (${log}) …`
      const problemFound = await waitFor(version, { look, say: () => console.log(waiting) })
      return problemFound && `${problemFound}: ${log}.`
    },
  }
}

/**
 * waitFor returns what is wrong, or undefined once `look` finds the version. It waits for as long as the service neither ends nor
 * starts over and over.
 */
export async function waitFor(version, { look, say, now = Date.now, pause = sleep }) {
  let before
  for (let said = now(); ; await pause(ASK_MS)) {
    const { found, state, restarts } = await look()
    if (found !== undefined)
      return found === version ? undefined : `version ${found} answers, and not ${version}`
    before ??= restarts
    if (['failed', 'inactive'].includes(state) || restarts > before + MOST_RESTARTS)
      return 'it ends as soon as it starts'
    if (now() - said < SAY_MS) continue
    say()
    said = now()
  }
}

const PIPED = ['--quiet', '--wait', '--pipe', '--collect']

function propertiesOf({ User, Environment, EnvironmentFiles = [], WorkingDirectory }) {
  const files = EnvironmentFiles.map((file) =>
    file.replace(/^(.*) \(ignore_errors=(\w+)\)$/, (_, path, ignored) =>
      ignored === 'yes' ? `-${path}` : path,
    ),
  )
  const properties = { User, Environment, EnvironmentFile: files, WorkingDirectory }
  return Object.entries(properties).flatMap(([name, values = []]) =>
    values.filter((value) => value !== '').map((value) => `--property=${name}=${value}`),
  )
}

// The values of each property: one that is a list has a line for each.
function show(unit, names) {
  const { text } = run(['systemctl', 'show', unit, ...names.map((name) => `--property=${name}`)], {})
  const values = {}
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) values[name] = [...(values[name] ?? []), value]
  }
  return values
}

// The first address of a socket, as systemctl shows it: 127.0.0.1:8080 (Stream).
function addressOf(listen = []) {
  for (const line of listen) {
    const [, host, port] = /^(.*):(\d+) \(Stream\)/.exec(line) ?? []
    if (port) return `http://${['0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host}:${port}`
  }
  return undefined
}

function real(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

// What is no answer now may be one later: a server that starts, a proxy in between.
async function versionAt(base) {
  if ((await ask(`${base}/readyz`)) === undefined) return undefined
  try {
    return JSON.parse(await ask(`${base}/api/v1/setup`)).data.version
  } catch {
    return undefined
  }
}

async function retry(ask) {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer !== undefined || tries === TRIES) return answer
    await sleep(ASK_MS)
  }
}

async function ask(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
