// A call with msingi for Python, which blocks.
import { type Chain, type Link, type Read, readChain } from './chain.ts'
import { inCall, laidOut } from './layout.ts'
import { isObject, python } from './literals.ts'
import type { Place } from './place.ts'
import { snake } from './request.ts'

const SPELLINGS: Readonly<Record<string, string>> = { in: 'in_', or: 'or_' }
const WRITES: Readonly<Record<string, string>> = { POST: 'Insert', PATCH: 'Update', DELETE: 'Delete' }
const INDENT = 4

/** pythonOf writes a program. */
export function pythonOf({ server, project, key }: Place, chain: Chain): string {
  const read = readChain(chain)
  const writes = read.end.name === 'batch' ? operationsOf(read.end).map(writeOf) : []
  const names = [...new Set([...writes, 'Msingi'])].sort()
  return `# In Msingi's repository: pip install ./clients/python
from msingi import ${names.join(', ')}

with Msingi(
    ${python(server)},
    project=${python(project)},
    key=${python(key)},
) as client:
    ${statement(read)}`
}

function statement({ parts, links, end }: Read): string {
  const { on, name, args, options, result } = end
  if (name === 'subscribe') {
    const given = [python(args[0]), ...namedOf(options, INDENT)]
    return `for change in client.changes${inCall(given, INDENT, INDENT)}:\n        print(change.type, change.record)`
  }
  const isAll = on === 'table' && name === 'all'
  const written = isAll ? links : [...links, end]
  const text = laidOut({
    start: isAll ? 'for row in ' : result === undefined ? '' : `${snake(result)} = `,
    root: ['client', ...parts].join('.'),
    callsAt: (indent) => written.map((link) => call(link, indent)),
    indent: INDENT,
    step: INDENT,
    inParentheses: true,
  })
  if (isAll) return `${text}:\n        print(row)`
  if (result === undefined) return text
  return `${text}\n    print(${snake(result)}${name === 'download' ? '.decode()' : ''})`
}

function call(link: Link, indent: number): string {
  const { on, name, args, options } = link
  if (name === 'order') {
    const [column, direction] = args
    const desc = direction === 'desc' ? ['desc=True'] : []
    return `.order(${[python(column), ...desc, ...namedOf(options, indent)].join(', ')})`
  }
  const given = name === 'batch' ? [batched(link, indent)] : args.map((one) => python(one, indent))
  return `.${spelt(on, name)}${inCall([...given, ...namedOf(options, indent)], indent, INDENT)}`
}

function spelt(on: Link['on'], name: string): string {
  if (name === 'from') return on === 'client' ? 'table' : 'bucket'
  if (on === 'table' && name === 'list') return 'execute'
  return SPELLINGS[name] ?? snake(name)
}

const namedOf = (options: Link['options'], indent: number) =>
  Object.entries(options).map(([name, value]) => `${snake(name)}=${python(value, indent)}`)

const operationsOf = ({ args }: Pick<Link, 'args'>) =>
  Array.isArray(args[0]) ? args[0].filter(isObject) : []

function writeOf({ method }: Readonly<Record<string, unknown>>): string {
  const found = WRITES[String(method)]
  if (found === undefined) throw new TypeError(`A batch has no ${method}.`)
  return found
}

function batched(link: Link, indent: number): string {
  const pad = ' '.repeat(indent + INDENT)
  const lines = operationsOf(link).map((operation) => {
    const { table, id, body } = operation
    const given = [table, id, body].filter((one) => one !== undefined)
    return `${pad}${writeOf(operation)}(${given.map((one) => python(one, indent + INDENT)).join(', ')}),\n`
  })
  return `[\n${lines.join('')}${' '.repeat(indent)}]`
}
