// Finds the regular expressions of a source file, and those of them whose time is not linear in the text they read:
// where one such reads what a client has written, a few kilobytes hold up the event loop for seconds.
import { parseSync, Visitor } from 'rolldown/utils'
import { analyse } from 'scslre'
import { REVIEWED } from './reviewed-patterns.ts'

/** Pattern is a regular expression in a source file; `literal` is undefined where it is put together at run time. */
export interface Pattern {
  readonly line: number
  readonly source: string
  readonly literal: RegExp | undefined
}

const MAKERS = new Set(['RegExp'])
// What these get is read as a pattern where it is a text.
const READERS = new Set(['match', 'matchAll', 'search'])

/** patternsIn gives all regular expressions of a TypeScript file. */
export function patternsIn(file: string, code: string): Pattern[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Pattern[] = []
  const add = ({ start, end }: { start: number; end: number }, literal?: RegExp) => {
    const line = code.slice(0, start).split('\n').length
    found.push({ line, source: code.slice(start, end), literal })
  }
  const made = (node: { callee: object; start: number; end: number }) => {
    if (MAKERS.has((node.callee as { name?: string }).name ?? '')) add(node)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, new RegExp(node.regex.pattern, node.regex.flags))
    },
    NewExpression: made,
    CallExpression(node) {
      made(node)
      const method = 'property' in node.callee ? (node.callee.property as { name?: string }).name : undefined
      const [given] = node.arguments
      const isText = given?.type === 'TemplateLiteral' || (given?.type === 'Literal' && !('regex' in given))
      if (READERS.has(method ?? '') && isText) add(node)
    },
  }).visit(program)
  return found
}

/** problemsIn gives a sentence for each pattern of a file that is neither linear nor reviewed; `path` is from src. */
export function problemsIn(path: string, code: string, reviewed = REVIEWED): string[] {
  return patternsIn(path, code)
    .filter(({ source }) => !Object.hasOwn(reviewed, `${path} ${source}`))
    .flatMap(({ line, source, literal }) => {
      const problem = literal === undefined ? 'is put together at run time' : superlinear(literal)
      return problem === undefined ? [] : [`${path}:${line}: ${source} ${problem}.`]
    })
}

const KINDS = {
  Trade: 'has two repetitions that can take the same characters from each other',
  Self: 'has a repetition that can take the same characters in several ways',
  Move: 'has a repetition that is tried again from every character that it could begin with',
} as const

function superlinear(pattern: RegExp): string | undefined {
  const [report] = analyse(pattern).reports
  return report && KINDS[report.type]
}
