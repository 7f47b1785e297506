// npm run upgrade: brings a checkout to a release, and the server with it, or back. It stands on Node alone, whichever there is: the
// packages are what it replaces. The new version is installed beside the present one; then both change places by renames.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findService } from './upgrade-service.js'
import { git, run, Stop } from './upgrade-tools.js'

const HELP = `Usage: npm run upgrade [-- VERSION] [options]

Fetches a release (a tag; by default the newest), installs it beside the present one, asks whether it can start on the
database, makes a backup, switches, restarts the service and waits until it answers. Where that fails, it goes back.
Broken off, it is run again and goes on.

  --backup-to FOLDER  where the backup goes; by default MSINGI_BACKUP_TO
  --no-backup         makes none
  --service NAME      the unit of systemd; by default msingi
  --url URL           where the server answers; by default where its socket listens
  --back              goes back to the version before the last upgrade
`
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, '.upgrade')
const [NEXT, FORMER, STATE] = ['next', 'former', 'state.json'].map((name) => join(FOLDER, name))
const INSTALLED = join(FOLDER, 'installed')
const RELEASE = /^v\d+(\.\d+)+$/
const UNCHANGED = 'Nothing has been changed: the server goes on as it was.'

// State is how far the last upgrade came. Each `step` is repeated where it was broken off: switching, switched, returning, done.
const readState = () => (existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : undefined)
function save(state) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${STATE}.new`, JSON.stringify(state), { flush: true })
  renameSync(`${STATE}.new`, STATE)
  return state
}

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
    service: { type: 'string', default: 'msingi' },
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
  const service = findService(options, ROOT)
  const state = readState()
  if (options.back) {
    if (state === undefined || state.step === 'returned')
      throw new Stop(`There is no upgrade to go back from. ${UNCHANGED}`)
    return goBack(state, service, 0)
  }
  if (state?.step === 'returning') return goBack(state, service, 1)
  if (state?.step === 'switching' || state?.step === 'switched') {
    console.log(`Going on with the upgrade to ${state.target.name} that was broken off.`)
    return finish(state, service)
  }
  const prepared = await prepare(options, service)
  return prepared === undefined ? 0 : finish(prepared, service)
}

// Everything before the switch. Returns undefined where there is nothing to do.
async function prepare(options, service) {
  const changed = git(ROOT, 'status', '--porcelain', '--untracked-files=no')
  if (changed !== '')
    throw new Stop(
      `These files of the checkout were changed; commit or restore them:\n${changed}\n${UNCHANGED}`,
    )
  await service?.checkAnswers()

  console.log('Fetching the releases …')
  git(ROOT, 'fetch', '--quiet', '--tags')
  const former = { commit: git(ROOT, 'rev-parse', 'HEAD'), name: nameOf('HEAD') }
  const target = findTarget(options.version)
  if (target.commit === former.commit) {
    console.log(`This is ${target.name} already.`)
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
  rmSync(FORMER, { recursive: true, force: true })
  const paths = git(NEXT, 'ls-files', '--others', '--ignored', '--exclude-standard', '--directory').split(
    '\n',
  )
  return save({ step: 'switching', former, target, paths: paths.filter((path) => path !== '') })
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
  const { code } = run(service?.asServer(command) ?? command, { cwd: ROOT, shows: true })
  if (code !== 0) throw new Stop(`${failure} ${UNCHANGED}`)
}

async function finish(state, service) {
  const { former, target } = state
  console.log(`Switching from ${former.name} to ${target.name} …`)
  if (state.step === 'switching') {
    git(ROOT, 'checkout', '--quiet', '--detach', target.commit)
    rmSync(INSTALLED, { force: true })
    exchange(NEXT, FORMER, state.paths)
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
  return goBack(state, service, 1)
}

async function goBack(state, service, code) {
  const { former, target } = state
  console.log(`Going back to ${former.name} …`)
  save({ ...state, step: 'returning' })
  exchange(FORMER, NEXT, state.paths)
  writeFileSync(INSTALLED, target.commit)
  const isBranch =
    run(['git', 'show-ref', '--verify', '--quiet', `refs/heads/${former.name}`], { cwd: ROOT }).code === 0
  git(ROOT, 'checkout', '--quiet', ...(isBranch ? [former.name] : ['--detach', former.commit]))
  const problem = service && (await restart(service))
  if (problem !== undefined)
    throw new Stop(
      `${former.name} does not run either: ${problem} Its files are in place. See ${service.log}; where ${target.name} has ` +
        'changed the database for good, restore the backup (docs/backup.md), or go on with npm run upgrade.',
    )
  save({ ...state, step: 'returned' })
  const rest =
    service === undefined
      ? 'Its files are in place: restart the server now.'
      : `The server runs it. See ${service.log}.`
  console.log(`Back at ${former.name}. ${rest}`)
  return code
}

function restart(service) {
  console.log('Restarting the server …')
  const version = run(
    [join(ROOT, 'node_modules/.bin/node'), join(ROOT, 'server/bin/msingi.js'), '--version'],
    { cwd: ROOT },
  )
  return service.restart(version.text)
}

// What was installed changes places. Where it was broken off it goes on: what is still there has not been moved.
function exchange(from, to, paths) {
  for (const path of paths) {
    const [source, place, aside] = [from, ROOT, to].map((folder) => join(folder, path))
    if (!existsSync(source)) continue
    if (existsSync(place)) move(place, aside)
    move(source, place)
  }
}

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}
