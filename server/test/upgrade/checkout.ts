// An installation to upgrade: a checkout whose versions do nothing, its origin, and in place of npm and systemd scripts that note
// what they are called with.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url))
const PROGRAMS = readdirSync(BIN).filter((name) => name.startsWith('upgrade'))

// It notes the commands that it is called with, and refuses those that the test has it refuse.
const SERVER = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const version = readFileSync(new URL('../../version', import.meta.url), 'utf8')
const command = process.argv.slice(2).join(' ')
if (command === '--version') console.log(version)
else {
  appendFileSync(process.env.FAKE + '/calls', version + ' ' + command + '\\n')
  if (existsSync(process.env.FAKE + '/refuse ' + version)) process.exit(1)
}
`

// Each counts itself, and kills the upgrade where it is to be broken off there.
const COUNTED = `#!/bin/sh
echo >> "$FAKE/count"
case $BREAK_AT in "$(($(wc -l < "$FAKE/count")))" | "\${0##*/} $1") kill -9 $PPID; exit 1;; esac
`

const SCRIPTS = {
  git: `exec "$GIT" "$@"`,
  npm: `
for folder in . of-*; do mkdir -p $folder/node_modules && cp version $folder/node_modules; done
mkdir node_modules/.bin; ln -s "$NODE" node_modules/.bin/node`,
  'systemd-run': `
echo "$@" | sed 's/ [^- ].*//' >> "$FAKE/calls"
while case $1 in --*) true;; *) false;; esac; do shift; done
exec "$@"`,
  systemctl: `
case $1 in
show)
  case $2 in msingi.*) ;; *) echo LoadState=not-found; exit;; esac
  echo LoadState=loaded; echo User=msingi; echo WorkingDirectory=$CHECKOUT; echo Environment=MSINGI_DRAIN=0
  echo "EnvironmentFiles=/etc/msingi.env (ignore_errors=no)"; echo "EnvironmentFiles=/etc/more.env (ignore_errors=yes)"
  echo "Listen=/run/msingi.sock (Stream)"; echo "Listen=127.0.0.1:$PORT (Stream)"
  if [ -e "$FAKE/running" ]; then echo ActiveState=active; else echo ActiveState=activating; echo >> "$FAKE/restarts"; fi
  echo NRestarts=$(($(wc -l < "$FAKE/restarts")));;
restart)
  version=$(cat node_modules/version)
  if [ -e "$FAKE/broken $version" ]; then rm -f "$FAKE/running"; else cp version "$FAKE/running"; fi;;
esac`,
}

/** Installation is a checkout at v1.0.0, with the releases v1.2.0 and v1.10.0 in its origin, and a server that runs. */
export interface Installation {
  readonly checkout: string
  /** upgrade runs `npm run upgrade`, broken off at its `breakAt`th command or at one such as `git checkout`, and returns its exit code and what it said. */
  upgrade(
    args?: readonly string[],
    breakAt?: number | string,
  ): Promise<{ readonly code: number | null; readonly text: string }>
  /** commands is how many commands the last upgrade has run. */
  commands(): number
  /** git returns what a command of Git writes in the checkout. */
  git(...args: string[]): string
  /** state is which version is checked out, what differs from it, which is installed where, and which the server runs. */
  state(): {
    readonly files: string
    readonly changed: string
    readonly packages: readonly string[]
    readonly running: string | undefined
  }
  /** calls returns what has been called since it was asked last. */
  calls(): string[]
  /** have has a version be broken, or refuse to start on the database, until it is healed. */
  have(what: 'broken' | 'refuse', version: string): Promise<void>
  heal(what: 'broken' | 'refuse', version: string): Promise<void>
  /** halve writes a part of a version over the checkout, as a checkout that was broken off. */
  halve(version: string): Promise<void>
  /** stop ends the server. */
  stop(): Promise<void>
  remove(): Promise<void>
}

/** publish makes the origin of installations in a folder, and returns what makes them. */
export async function publish(folder: string): Promise<() => Promise<Installation>> {
  const [seed, origin] = [join(folder, 'seed'), join(folder, 'origin')]
  await mkdir(join(seed, 'server/bin'), { recursive: true })
  git(seed, 'init', '--quiet', '--initial-branch=main')
  for (const program of PROGRAMS) await cp(join(BIN, program), join(seed, 'server/bin', program))
  await writeFile(join(seed, 'server/bin/msingi.js'), SERVER)
  await writeFile(join(seed, 'package.json'), '{ "type": "module" }')
  await writeFile(join(seed, '.gitignore'), 'node_modules/\n/.upgrade/\n')
  let only = 'of-0'
  for (const version of ['1.0.0', '1.2.0', '1.10.0', '2.0.0-rc.1']) {
    await writeFile(join(seed, 'version'), version)
    await rm(join(seed, only), { recursive: true, force: true })
    only = `of-${version}`
    await mkdir(join(seed, only))
    await writeFile(join(seed, only, 'file'), version)
    git(seed, 'add', '.')
    git(seed, 'commit', '--quiet', '--message', version)
    git(seed, 'tag', `v${version}`)
    if (version === '1.0.0') git(folder, 'clone', '--quiet', '--bare', seed, origin)
  }
  git(seed, 'push', '--quiet', '--tags', origin)
  return () => install(folder, origin)
}

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
}

async function install(top: string, origin: string): Promise<Installation> {
  const folder = await mkdtemp(join(top, 'installation-'))
  const [checkout, fake, path] = [join(folder, 'checkout'), join(folder, 'fake'), join(folder, 'path')]
  git(folder, 'clone', '--quiet', origin, checkout)
  for (const where of [fake, path]) await mkdir(where)
  for (const [name, script] of Object.entries(SCRIPTS)) {
    await writeFile(join(path, name), COUNTED + script)
    await chmod(join(path, name), 0o755)
  }
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  const running = () => read(join(fake, 'running'))
  // A server that has just started answers once as a proxy would.
  let known: string | undefined = '1.0.0'
  const server = createServer(({ url }, reply) => {
    const version = running()
    const isNew = version !== known && url === '/api/v1/setup'
    if (isNew) known = version
    reply.statusCode = version === undefined ? 503 : 200
    reply.end(isNew ? '<html>' : JSON.stringify({ data: { version } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const env = {
    PATH: `${path}:${process.env.PATH}`,
    HOME: folder,
    FAKE: fake,
    CHECKOUT: checkout,
    NODE: process.execPath,
    GIT: execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
    PORT: String((server.address() as AddressInfo).port),
  }
  execFileSync(join(path, 'npm'), { cwd: checkout, env })
  await writeFile(join(fake, 'running'), '1.0.0')
  await writeFile(join(fake, 'restarts'), '\n'.repeat(9))
  return {
    checkout,
    git: (...args) => git(checkout, ...args),
    upgrade: (args = [], breakAt = 0) => {
      rmSync(join(fake, 'count'), { force: true })
      const program = [join(checkout, 'server/bin/upgrade.js'), ...args]
      const options = { cwd: checkout, env: { ...env, BREAK_AT: String(breakAt) } }
      return new Promise((resolve) => {
        const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
          resolve({ code: child.exitCode, text: stdout + stderr }),
        )
      })
    },
    commands: () => read(join(fake, 'count'))?.length ?? 0,
    state: () => ({
      files: read(join(checkout, 'version')) ?? '',
      changed: git(checkout, 'status', '--porcelain'),
      packages: ['.', ...readdirSync(checkout).filter((name) => name.startsWith('of-'))].flatMap((name) => {
        const version = read(join(checkout, name, 'node_modules/version'))
        return version === undefined ? [] : [`${name} ${version}`]
      }),
      running: running(),
    }),
    calls: () => {
      const calls = read(join(fake, 'calls')) ?? ''
      rmSync(join(fake, 'calls'), { force: true })
      return calls.split('\n').filter((line) => line !== '')
    },
    have: (what, version) => writeFile(join(fake, `${what} ${version}`), ''),
    heal: (what, version) => rm(join(fake, `${what} ${version}`)),
    halve: async (version) => {
      const of = `of-${version}`
      await mkdir(join(checkout, of), { recursive: true })
      for (const file of ['version', `${of}/file`]) await writeFile(join(checkout, file), version)
      await writeFile(join(checkout, '.git/index.lock'), '')
    },
    stop: () => rm(join(fake, 'running')),
    remove: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
