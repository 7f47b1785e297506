// The source of a function: a few text files, one of which is the entry. Paths are like index.ts or lib/mail.ts.
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'

/** Runtime is the language of a function. TypeScript is not checked, only its types are removed. */
export type Runtime = 'javascript' | 'typescript'

/** SourceFiles maps paths to texts. */
export type SourceFiles = Readonly<Record<string, string>>

/** PACKAGE_FILE names the packages that a function needs, LOCK_FILE the versions that were found. */
export const PACKAGE_FILE = 'package.json'
export const LOCK_FILE = 'package-lock.json'

export const MAX_FILES = 200
/** MAX_SOURCE_BYTES is how much all files of a function have. */
export const MAX_SOURCE_BYTES = 1024 * 1024

const MAX_PATH = 200
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.json', '.txt']

/** entryOf returns the path of a function's entry. */
export function entryOf(runtime: Runtime): string {
  return runtime === 'typescript' ? 'index.ts' : 'index.js'
}

/** sourceFiles is the schema of files. */
export const sourceFiles = z
  .record(z.string(), z.string())
  .superRefine((files, context) => {
    const paths = Object.keys(files)
    const problem = problemOf(paths, files)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })
  .describe('The texts of the files by their paths, such as `index.ts` and `lib/mail.ts`.')

/** dependenciesOf returns what package.json asks for, or throws 400. Nothing else of it is read. */
export function dependenciesOf(files: SourceFiles): Readonly<Record<string, string>> {
  const text = files[PACKAGE_FILE]
  if (text === undefined) return {}
  const parsed = packageFile.safeParse(parsedJson(text))
  if (!parsed.success)
    throw invalidInput(
      `${PACKAGE_FILE} must be JSON with dependencies like {"dependencies": {"nanoid": "^5.0.0"}}.`,
    )
  return parsed.data.dependencies ?? {}
}

const packageFile = z.object({ dependencies: z.record(z.string(), z.string()).optional() })

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(paths: readonly string[], files: SourceFiles): string | undefined {
  if (paths.length > MAX_FILES) return `must hold at most ${MAX_FILES} files`
  const bad = paths.find((path) => !isPath(path))
  if (bad !== undefined)
    return `${bad.slice(0, 80)} is no path of a file: use letters, digits, dots and slashes, such as lib/mail.ts`
  let bytes = 0
  for (const path of paths) bytes += Buffer.byteLength(files[path] as string)
  return bytes > MAX_SOURCE_BYTES ? `must have at most ${MAX_SOURCE_BYTES / 1024} KB in all` : undefined
}

function isPath(path: string): boolean {
  if (path.length > MAX_PATH || !EXTENSIONS.some((extension) => path.endsWith(extension))) return false
  return path.split('/').every((segment) => SEGMENT.test(segment))
}
