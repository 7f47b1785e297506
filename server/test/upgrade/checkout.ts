// An installation to upgrade: a checkout whose versions do nothing, its origin, and in place of npm and systemd scripts that note
// what they are called with.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url))
const PROGRAMS = ['upgrade.js', 'upgrade-service.js', 'upgrade-tools.js']

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
if [ "$(wc -l < "$FAKE/count")" = "$BREAK_AT" ]; then kill -9 $PPID; exit 1; fi
`

const SCRIPTS = {
  git: `exec "$GIT" "$@"`,
  npm: `mkdir -p node_modules/.bin && ln -sf "$NODE" node_modules/.bin/node && cp version node_modules/version`,
  'systemd-run': `
echo "$@" | sed 's/ [^- ].*//' >> "$FAKE/calls"
while case $1 in --*) true;; *) false;; esac; do shift; done
exec "$@"`,
  systemctl: `
case $1 in
show)
  echo LoadState=loaded; echo User=msingi; echo WorkingDirectory=$CHECKOUT; echo Environment=MSINGI_DRAIN=0
  echo "EnvironmentFiles=/etc/msingi.env (ignore_errors=no)"; echo "Listen=127.0.0.1:$PORT (Stream)"
  [ -e "$FAKE/running" ] && echo NRestarts=0 || echo NRestarts=9;;
restart)
  version=$(cat node_modules/version)
  if [ -e "$FAKE/broken $version" ]; then rm -f "$FAKE/running"; else cp version "$FAKE/running"; fi;;
esac`,
}

/** Installation is a checkout at v1.0.0, with the releases v1.2.0 and v1.10.0 in its origin, and a server that runs. */
export interface Installation {
  readonly checkout: string
  /** upgrade runs `npm run upgrade`, broken off at its `breakAt`th command, and returns its exit code and what it said. */
  upgrade(
    args?: readonly string[],
    breakAt?: number,
  ): Promise<{ readonly code: number | null; readonly text: string }>
  /** commands is how many commands the last upgrade has run. */
  commands(): number
  /** state is which version is checked out, which is installed, and which the server runs. */
  state(): { readonly files: string; readonly packages: string; readonly running: string | undefined }
  /** calls returns what has been called since it was asked last. */
  calls(): string[]
  /** have has a version be broken, or refuse to start on the database. */
  have(what: 'broken' | 'refuse', version: string): Promise<void>
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
  for (const version of ['1.0.0', '1.2.0', '1.10.0', '2.0.0-rc.1']) {
    await writeFile(join(seed, 'version'), version)
    git(seed, 'add', '.')
    git(seed, 'commit', '--quiet', '--message', version)
    git(seed, 'tag', `v${version}`)
    if (version === '1.0.0') git(folder, 'clone', '--quiet', '--bare', seed, origin)
  }
  git(seed, 'push', '--quiet', '--tags', origin)
  return () => install(folder, origin)
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd })
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
  const server = createServer((_, reply) => {
    const version = running()
    reply.statusCode = version === undefined ? 503 : 200
    reply.end(JSON.stringify({ data: { version } }))
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
  return {
    checkout,
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
      packages: read(join(checkout, 'node_modules/version')) ?? '',
      running: running(),
    }),
    calls: () => {
      const calls = read(join(fake, 'calls')) ?? ''
      rmSync(join(fake, 'calls'), { force: true })
      return calls.split('\n').filter((line) => line !== '')
    },
    have: (what, version) => writeFile(join(fake, `${what} ${version}`), ''),
    remove: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
