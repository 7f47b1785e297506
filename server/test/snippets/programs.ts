// Programs as snippets are: written into a folder, and run as who copies them would, with the clients as they stand here.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { startChild } from '#test/child-process.ts'
import { CLIENT, findPython } from '#test/client/python-tools.ts'
import { NO_PHP, PHP_CLIENT, startPhp } from '#test/php.ts'

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache')
const python = await findPython()

interface Language {
  readonly extension: string
  /** start runs a file. */
  start(file: string, ...args: readonly string[]): ChildProcess
  /** runner is a program that runs others; without one they are put behind each other. */
  readonly runner?: string
  /** exported writes what makes a variable visible to the runner. */
  readonly exported?: (name: string) => string
}

const here = (name: string) => resolve(import.meta.dirname, name)
const start = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startChild(program, args, { env: { ...process.env, ...env } })
const node = (file: string, ...args: readonly string[]) =>
  start(process.execPath, ['--conditions=msingi-source', file, ...args])
const MODULES: Language = {
  extension: 'mjs',
  start: node,
  runner: here('run-modules.ts'),
  exported: (name) => `\nexport const value = ${name}\n`,
}
const PYTHON_ENV = { PYTHONPATH: resolve(CLIENT, 'src'), PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' }

/** LANGUAGES are those that this machine can run, by the names of their snippets. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  curl: { extension: 'sh', start: (file) => start('bash', [file]) },
  typescript: MODULES,
  javascript: MODULES,
  ...(python !== undefined && {
    python: {
      extension: 'py',
      start: (file: string, ...args: readonly string[]) => start(python, [file, ...args], PYTHON_ENV),
      runner: here('run.py'),
    },
  }),
  ...(NO_PHP === undefined && {
    php: {
      extension: 'php',
      start: (file: string, ...args: readonly string[]) => startPhp(relative(PHP_CLIENT, file), args, {}),
      runner: here('run.php'),
    },
  }),
}

/** Program is what is run: `name` is the variable whose value is wanted. */
export interface Program {
  readonly code: string
  readonly name?: string | undefined
}

/** Ran is what became of a program. */
export interface Ran {
  readonly value?: unknown
  readonly printed?: string
  readonly error?: string
}

/** Programs is a folder of them. */
export class Programs {
  readonly folder: string
  readonly #running = new Set<ChildProcess>()
  #count = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** start runs a program. As all others, it ends with `close` at the latest. */
  async start(language: string, code: string): Promise<ChildProcess> {
    // A shell that is ended leaves what it has started; one that becomes that does not.
    const whole = language === 'curl' ? `exec ${code}` : code
    return this.#follow(languageOf(language).start(await this.#write(language, whole)))
  }

  /** run runs a program and returns what it has printed. */
  async run(language: string, code: string): Promise<string> {
    return outputOf(await this.start(language, code))
  }

  /** runAll runs programs one after the other, in one process. */
  async runAll(language: string, programs: readonly Program[]): Promise<readonly Ran[]> {
    const { runner, exported, start } = languageOf(language)
    if (runner === undefined) return this.#runInShell(language, programs)
    const files: { file: string; name: string | null }[] = []
    for (const { code, name } of programs) {
      const whole = name === undefined ? code : code + (exported?.(name) ?? '')
      files.push({ file: await this.#write(language, whole), name: name ?? null })
    }
    const [list, results] = [join(this.folder, `${language}.json`), join(this.folder, `${language}-ran.json`)]
    await writeFile(list, JSON.stringify(files))
    await outputOf(this.#follow(start(runner, list, results)))
    return JSON.parse(await readFile(results, 'utf8'))
  }

  /** close ends what still runs, and removes the folder. */
  async close(): Promise<void> {
    for (const child of [...this.#running]) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  // Each answer is followed by its status, and a character that stands in no JSON.
  async #runInShell(language: string, programs: readonly Program[]): Promise<readonly Ran[]> {
    const watched = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; printf '\\036'; }\n`
    const file = await this.#write(language, watched + programs.map(({ code }) => `${code}\n`).join(''))
    const printed = await outputOf(this.#follow(languageOf(language).start(file)))
    return printed.split('\u001e').flatMap((one) => {
      const end = one.lastIndexOf('\n')
      if (end < 0) return []
      const [body, status] = [one.slice(0, end), Number(one.slice(end + 1))]
      return [status < 300 ? { value: body, printed: body } : { error: `${status}: ${body}` }]
    })
  }

  #follow(child: ChildProcess): ChildProcess {
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  async #write(language: string, code: string): Promise<string> {
    const file = join(this.folder, `${this.#count++}.${languageOf(language).extension}`)
    await writeFile(file, code)
    return file
  }
}

/** openPrograms makes the folder. What is in it finds the clients: those of Node above it, that of PHP beside it. */
export async function openPrograms(): Promise<Programs> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'snippets-'))
  await symlink(PHP_CLIENT, join(folder, 'msingi'))
  return new Programs(folder)
}

function languageOf(name: string): Language {
  const language = LANGUAGES[name]
  if (language === undefined) throw new Error(`This machine runs no ${name}.`)
  return language
}

async function outputOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('A program has an output.')
  return text(stdout)
}
