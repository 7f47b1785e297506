// Tables with every data type, required or not, with and without a default; and what reads the types of them.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DATA_TYPES, type DataType } from '#engine/shapes/data-types.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../..')

/** VALUES are a value of each type as it is written; that of a file is the id of one. */
export const VALUES: Readonly<Record<Exclude<DataType, 'file'>, unknown>> = {
  string: 'Utengano',
  text: 'A "quoted"\ntext',
  integer: -2147483648,
  smallint: 32767,
  bigint: '9007199254740993',
  serial: 7,
  decimal: '12345678901234567890.123',
  float: 0.5,
  boolean: false,
  date: '2026-02-28',
  timestamp: '2026-02-28T12:30:00.000Z',
  time: '12:30:00',
  interval: '1 day',
  uuid: '01920000-0000-7000-8000-000000000001',
  json: { a: [1, null] },
  jsonb: ['a', { b: null }],
  enum: 'for sale',
  email: 'amina@example.com',
  phone: '+255712345678',
  money: '1500.5',
  char: 'x',
  bytea: '\\x00ff',
  inet: '192.0.2.10',
}

/** MATRIX are the tables: `required_default` and so on. */
export const MATRIX = [true, false].flatMap((required) =>
  [true, false].map((filled) => ({
    name: `${required ? 'required' : 'nullable'}_${filled ? 'filled' : 'plain'}`,
    required,
    filled,
    columns: DATA_TYPES.map((data_type) => ({
      name: `a_${data_type}`,
      data_type,
      required,
      ...(data_type === 'enum' ? { enum_values: ['draft', 'for sale', "it's"] } : {}),
      ...(filled && data_type !== 'serial' && data_type !== 'file'
        ? { default_value: VALUES[data_type] }
        : {}),
    })),
  })),
)

type Schema = Readonly<Record<string, unknown>>

/** problemsOf returns where a value does not fit a schema; it knows the keywords that are generated. */
export function problemsOf(schema: Schema, value: unknown, at = 'row'): string[] {
  const { type, enum: labels, minimum, maximum, maxLength, pattern, properties, required } = schema
  const problems: string[] = []
  const types = type === undefined ? undefined : [type].flat()
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const fits = types?.some((one) => one === own || (one === 'integer' && Number.isInteger(value))) ?? true
  if (!fits) problems.push(`${at}: ${own} is not ${types?.join(' or ')}`)
  if (Array.isArray(labels) && !labels.includes(value)) problems.push(`${at}: is none of ${labels.join()}`)
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum)
    problems.push(`${at}: too small`)
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum)
    problems.push(`${at}: too large`)
  if (typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength)
    problems.push(`${at}: too long`)
  if (typeof value === 'string' && typeof pattern === 'string' && !new RegExp(pattern).test(value))
    problems.push(`${at}: does not match ${pattern}`)
  if (typeof properties !== 'object' || properties === null || typeof value !== 'object' || value === null)
    return problems
  const known = new Map(Object.entries<Schema>(properties as Record<string, Schema>))
  for (const name of Array.isArray(required) ? required : [])
    if (!Object.hasOwn(value, name)) problems.push(`${at}.${name}: is missing`)
  for (const [name, one] of Object.entries(value)) {
    const property = known.get(name)
    if (property === undefined) problems.push(`${at}.${name}: is not known`)
    else problems.push(...problemsOf(property, one, `${at}.${name}`))
  }
  return problems
}

/** compile has tsc check files of a folder as strictly as it can. */
export async function compile(folder: string, ...files: readonly string[]): Promise<void> {
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      noUncheckedIndexedAccess: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'esnext',
      allowImportingTsExtensions: true,
      customConditions: ['msingi-source'],
      types: [],
      lib: ['esnext', 'dom', 'dom.iterable'],
    },
    files,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await succeed(folder, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder)
}

/** succeed runs a program, and fails with what it printed. */
export async function succeed(
  cwd: string,
  program: string,
  ...parameters: readonly string[]
): Promise<string> {
  try {
    return (await run(program, parameters, { cwd })).stdout
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string }
    throw new Error([message, stdout, stderr].join('\n'))
  }
}

/** finds reports whether a program runs here. */
export async function finds(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}
