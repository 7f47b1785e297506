// A call with @msingi/client.
import { type Chain, type Link, type Read, readChain } from './chain.ts'
import { laidOut } from './layout.ts'
import { javascript } from './literals.ts'
import type { Place } from './place.ts'

const SPELLINGS: Readonly<Record<string, string>> = { insertMany: 'insert', upsertMany: 'upsert' }

/** typescriptOf writes a program. */
export function typescriptOf({ server, project, key }: Place, chain: Chain): string {
  const read = readChain(chain)
  return `// In Msingi's repository: npm ci && npm pack --workspace clients/typescript
// Here: npm install the file that this has made
import { createClient } from '@msingi/client'

const msingi = createClient(${javascript(server)}, {
  project: ${javascript(project)},
  key: ${javascript(key)},
})
${statement(read)}`
}

function statement({ parts, links, end }: Read): string {
  const { on, name, args, options, result } = end
  if (name === 'subscribe')
    return `msingi.subscribe(${javascript(args[0])}, (change) => {
  console.log(change.type, change.record)
}${Object.keys(options).length === 0 ? '' : `, ${javascript(options)}`})`
  const isAll = on === 'table' && name === 'all'
  const isAwaited = on === 'table' && name === 'list'
  const written = isAll || isAwaited ? links : [...links, end]
  const text = laidOut({
    start: isAll ? 'for await (const row of ' : result === undefined ? 'await ' : `const ${result} = await `,
    root: ['msingi', ...parts].join('.'),
    callsAt: (indent) => written.map((link) => call(link, indent)),
    indent: 0,
    step: 2,
  })
  if (isAll) return `${text}) {\n  console.log(row)\n}`
  if (result === undefined) return text
  return `${text}\nconsole.log(${name === 'download' ? `await ${result}.text()` : result})`
}

function call({ name, args, options }: Link, indent: number): string {
  const given = [...args, ...(Object.keys(options).length === 0 ? [] : [options])]
  return `.${SPELLINGS[name] ?? name}(${given.map((one) => javascript(one, indent)).join(', ')})`
}
