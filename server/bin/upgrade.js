// npm run upgrade: brings a checkout to a release, and the server with it, or back. It stands on Node alone, whichever there is: the
// packages are what it replaces. The new version is installed beside the present one; then both change places by renames.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  checkUnchanged,
  exchange,
  listInstalled,
  removeLocks,
  switchBack,
  switchTo,
} from './upgrade-files.js'
import { findService } from './upgrade-service.js'
import { openState } from './upgrade-state.js'
import { git, run, Stop } from './upgrade-tools.js'

const HELP = `Usage: npm run upgrade [-- VERSION] [options]

Fetches a release (a tag; by default the newest), installs it beside the present one, asks whether it can start on the
database, makes a backup, switches, restarts the service and waits until it answers. Where that fails, it goes back.
Broken off, it is run again and goes on.

  --backup-to FOLDER  where the backup goes; by default MSINGI_BACKUP_TO
  --no-backup         makes none
  --service NAME      the unit of systemd; by default that of the last upgrade, or msingi
  --url URL           where the server answers; by default that of the last upgrade, or where its socket listens
  --back              goes back to the version before the last upgrade
`
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, '.upgrade')
const [NEXT, FORMER] = ['next', 'former'].map((name) => join(FOLDER, name))
const INSTALLED = join(FOLDER, 'installed')
const RELEASE = /^v\d+(\.\d+)+$/
const UNCHANGED = 'Nothing has been changed: the server goes on as it was.'

try {
  process.exitCode = await main(parse(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exitCode = 1
}

function parse(args) {
  const options = {
    'backup-to': { type: 'string' },
    'no-backup': { type: 'boolean' },
    back: { type: 'boolean' },
  }
  const more = {
    service: { type: 'string' },
    url: { type: 'string' },
    help: { type: 'boolean' },
  }
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, ...more },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new Error('Name one version.')
    return { ...values, version: positionals[0] }
  } catch (error) {
    throw new Stop(`${error.message}\n\n${HELP.trimEnd()}`)
  }
}

async function main(options) {
  if (options.help) {
    console.log(HELP.trimEnd())
    return 0
  }
  if (git(ROOT, 'rev-parse', '--show-prefix') !== '')
    throw new Stop(`${ROOT} is no checkout of its own. ${UNCHANGED}`)
  const kept = openState(FOLDER)
  try {
    return await go(options, kept)
  } finally {
    kept.release()
  }
}

// A state's `step` is repeated where it was broken off: switching, switched, returning. At `done` there is a way back, at `ready` there
// is none, and at `down` neither version runs.
async function go(options, kept) {
  const { service: named = kept.state?.service, url = kept.state?.url } = options
  const service = findService({ service: named, url }, ROOT)
  const state = { step: 'ready', ...kept.state, service: service?.name, url }
  const upgrade = { ...kept, state, service }
  if (['switching', 'returning'].includes(state.step)) removeLocks(ROOT)
  if (options.back) {
    checkWayBack(state)
    return goBack(upgrade, 0)
  }
  if (state.step === 'returning') return goBack(upgrade, 1)
  if (state.step === 'switching' || state.step === 'switched') {
    console.log(`Going on with the upgrade to ${state.target.name} that was broken off.`)
    return finish(upgrade)
  }
  const prepared = await prepare(options, upgrade)
  return prepared === undefined ? 0 : finish({ ...upgrade, state: prepared })
}

function checkWayBack({ step, target }) {
  if (step === 'ready' || step === 'down') throw new Stop(`There is no upgrade to go back from. ${UNCHANGED}`)
  if (step !== 'done') return
  checkUnchanged(ROOT)
  if (git(ROOT, 'rev-parse', 'HEAD') !== target.commit)
    throw new Stop(`The checkout is no longer at ${target.name}, which was installed. ${UNCHANGED}`)
}

// Everything before the switch. Returns undefined where there is nothing to do.
async function prepare(options, { state, save, service }) {
  checkUnchanged(ROOT)
  if (state.step !== 'down') await service?.checkAnswers()

  console.log('Fetching the releases …')
  git(ROOT, 'fetch', '--quiet', '--tags')
  const former = { commit: git(ROOT, 'rev-parse', 'HEAD'), name: nameOf('HEAD') }
  const target = findTarget(options.version)
  if (target.commit === former.commit) {
    await checkRuns(target, service)
    return undefined
  }
  if (options.version === undefined && isOlder(target.commit, former.commit)) {
    console.log(
      `This checkout (${former.name}) is newer than the newest release (${target.name}). Name a version to go to it.`,
    )
    return undefined
  }
  install(target)

  console.log(`Asking whether ${target.name} can start on the database …`)
  admin(NEXT, ['check'], service, `${target.name} cannot start on this database.`)
  if (!options['no-backup']) {
    console.log('Making a backup …')
    const to = options['backup-to']
    const failure = 'There is no backup. Name a folder by --backup-to, or leave it out by --no-backup.'
    admin(ROOT, ['backup', ...(to === undefined ? [] : ['--to', to])], service, failure)
  }
  const installed = listInstalled(ROOT, NEXT)
  save({ ...state, step: state.step === 'down' ? 'down' : 'ready' })
  rmSync(FORMER, { recursive: true, force: true })
  return save({ ...state, step: 'switching', former, target, installed })
}

async function checkRuns({ name }, service) {
  const version = versionHere()
  const running = await service?.version()
  if (service !== undefined && running !== version)
    throw new Stop(
      `The files are those of ${name} already, but the server ${running ? `runs ${running}` : 'is not ready'}. ` +
        `Restart it: systemctl restart ${service.name}.`,
    )
  const rest = service
    ? ', and the server runs it.'
    : '. Whether the server runs it is not known without systemd.'
  console.log(`This is ${name} already${rest}`)
}

// The branch where there is one, so that going back is on it again.
function nameOf(commit) {
  const branch = git(ROOT, 'rev-parse', '--abbrev-ref', commit)
  return branch === 'HEAD' ? git(ROOT, 'describe', '--tags', '--always', commit) : branch
}

function findTarget(version) {
  const name =
    version ??
    git(ROOT, 'tag', '--list', '--sort=-version:refname')
      .split('\n')
      .find((tag) => RELEASE.test(tag))
  if (name === undefined) throw new Stop(`There is no release yet: no tag such as v1.2.0. ${UNCHANGED}`)
  const found = run(['git', 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], {
    cwd: ROOT,
  })
  if (found.code !== 0) throw new Stop(`There is no version ${name}. ${UNCHANGED}`)
  return { name, commit: found.text }
}

function isOlder(commit, than) {
  return run(['git', 'merge-base', '--is-ancestor', commit, than], { cwd: ROOT }).code === 0
}

function install({ name, commit }) {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === commit) return
  console.log(`Installing ${name} beside the present version …`)
  for (const path of [INSTALLED, NEXT]) rmSync(path, { recursive: true, force: true })
  git(ROOT, 'worktree', 'prune')
  git(ROOT, 'worktree', 'add', '--quiet', '--force', '--detach', NEXT, commit)
  const { code } = run(['npm', 'ci', '--no-audit', '--no-fund'], { cwd: NEXT, shows: true })
  if (code !== 0) throw new Stop(`npm ci failed for ${name}. ${UNCHANGED}`)
  writeFileSync(INSTALLED, commit)
}

// A command of a version, as the server runs: with its settings, as its user, in its folder.
function admin(folder, args, service, failure) {
  const command = [
    join(folder, 'node_modules/.bin/node'),
    join(folder, 'server/bin/msingi.js'),
    'admin',
    ...args,
  ]
  const { code, problem } = run(service?.asServer(command) ?? command, { cwd: ROOT, shows: true })
  if (code !== 0) throw new Stop(`${problem && `${problem}\n`}${failure} ${UNCHANGED}`)
}

async function finish(upgrade) {
  const { state, save, service } = upgrade
  const { former, target, installed } = state
  console.log(`Switching from ${former.name} to ${target.name} …`)
  if (state.step === 'switching') {
    rmSync(INSTALLED, { force: true })
    switchTo(ROOT, target)
    exchange(ROOT, { from: NEXT, incoming: installed.target, to: FORMER, outgoing: installed.former })
    save({ ...state, step: 'switched' })
  }
  if (service === undefined) {
    save({ ...state, step: 'done' })
    console.log(
      `The files are those of ${target.name}. Restart the server now, and see that GET /readyz answers 200; ` +
        'npm run upgrade -- --back brings the files of before.',
    )
    return 0
  }
  const problem = await restart(service)
  if (problem === undefined) {
    save({ ...state, step: 'done' })
    console.log(`The server runs ${target.name}.`)
    return 0
  }
  console.error(`${target.name} does not run: ${problem}`)
  return goBack(upgrade, 1)
}

async function goBack({ state, save, service }, code) {
  const { former, target, installed } = state
  console.log(`Going back to ${former.name} …`)
  save({ ...state, step: 'returning' })
  rmSync(INSTALLED, { force: true })
  exchange(ROOT, { from: FORMER, incoming: installed.former, to: NEXT, outgoing: installed.target })
  switchBack(ROOT, former, target)
  const problem = service && (await restart(service))
  save({ ...state, step: problem === undefined ? 'ready' : 'down' })
  if (problem !== undefined)
    throw new Stop(
      `${former.name} does not run either: ${problem} Its files are in place. See ${service.log}; where ${target.name} has ` +
        'changed the database for good, restore the backup (docs/backup.md), or go on with npm run upgrade.',
    )
  const rest =
    service === undefined
      ? 'Its files are in place: restart the server now.'
      : `The server runs it. See ${service.log}.`
  console.log(`Back at ${former.name}. ${rest}`)
  return code
}

function restart(service) {
  console.log('Restarting the server …')
  return service.restart(versionHere())
}

function versionHere() {
  const node = join(ROOT, 'node_modules/.bin/node')
  return run([node, join(ROOT, 'server/bin/msingi.js'), '--version'], { cwd: ROOT }).text
}
