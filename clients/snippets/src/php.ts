// A call with Msingi\Client for PHP.
import { type Chain, type Link, type Read, readChain } from './chain.ts'
import { inCall, laidOut } from './layout.ts'
import { php, quoted } from './literals.ts'
import type { Place } from './place.ts'

const INDENT = 4

/** phpOf writes a program. */
export function phpOf({ server, project, key }: Place, chain: Chain): string {
  const read = readChain(chain)
  return `<?php
// Copy the folder clients/php of Msingi's repository to msingi/, or require it with Composer.
require 'msingi/autoload.php';

$msingi = new Msingi\\Client(
    ${quoted(server)},
    ${quoted(project)},
    ${quoted(key)},
);
${statement(read)}`
}

function statement({ parts, links, end }: Read): string {
  const { on, name, args, options, result } = end
  if (name === 'subscribe') {
    const callback = 'fn (Msingi\\Live\\Change $change) => print_r($change->record)'
    const given = [php(args[0]), callback, ...namedOf(options, INDENT)]
    return `$msingi->subscribe${inCall(given, 0, INDENT)};\n$msingi->run();`
  }
  const isAll = on === 'table' && name === 'all'
  const written = isAll ? links : [...links, end]
  const text = laidOut({
    start: isAll ? 'foreach (' : result === undefined ? '' : `$${result} = `,
    root: ['$msingi', ...parts].join('->'),
    callsAt: (indent) => written.map((link) => call(link, indent)),
    indent: 0,
    step: INDENT,
  })
  if (isAll) return `${text} as $row) {\n    print_r($row);\n}`
  return result === undefined ? `${text};` : `${text};\nprint_r($${result});`
}

function call({ on, name, args, options }: Link, indent: number): string {
  const given = [...args.map((one) => php(one, indent)), ...namedOf(options, indent)]
  return `->${on === 'table' && name === 'list' ? 'get' : name}${inCall(given, indent, INDENT)}`
}

// A body may be any value; what else is an object is an array there.
const namedOf = (options: Link['options'], indent: number) =>
  Object.entries(options).map(([name, value]) => `${camel(name)}: ${php(value, indent, name === 'body')}`)

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
