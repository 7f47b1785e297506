// Finds what a test in a browser expects of a page that it has read only once. The page may still be loading: on another
// machine the same test fails, or passes without having seen anything. `expect.poll` reads until what it expects is there.
import { parseSync } from 'rolldown/utils'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

// What a page and its locators return as it is at the moment, most of them without waiting for anything.
const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'content',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'url',
  'violationsOf',
])
// What passes on the value of what it is given.
const PASSES = new Set(['Number', 'String', 'URL'])

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'])
const SCOPES = new Set([...FUNCTIONS, 'BlockStatement', 'ForOfStatement', 'ForStatement', 'Program'])

/** Scope is what is declared in a block: names, and where their values come from. */
type Scope = ReadonlyMap<string, Node | undefined>

/** usesBrowser returns whether a file of tests has a page in a browser. */
export function usesBrowser(code: string): boolean {
  return /\/(chromium|open-console|browser\.fixture)\.ts'/.test(code)
}

/** earlyReadsIn returns a sentence for each expectation of a file that has read the page only once. */
export function earlyReadsIn(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found: string[] = []
  const visit = (node: Node, outer: readonly Scope[]) => {
    const scopes = SCOPES.has(node.type) ? [declaredIn(node), ...outer] : outer
    if (isExpect(node) && reads((node.arguments as Node[])[0], scopes)) {
      const line = code.slice(0, node.start).split('\n').length
      found.push(`${path}:${line}: ${code.slice(node.start, node.end)} reads the page once.`)
    }
    for (const child of childrenOf(node)) visit(child, scopes)
  }
  visit(program as unknown as Node, [])
  return found
}

function isExpect({ type, callee }: Node): boolean {
  return type === 'CallExpression' && (callee as Node).name === 'expect'
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
}

function declaredIn(scope: Node): Scope {
  const names = new Map<string, Node | undefined>()
  const declare = (pattern: Node, value?: Node) => {
    if (pattern.type === 'Identifier') names.set(String(pattern.name), value)
    // What is taken out of an object may be anything in it.
    else
      for (const child of childrenOf(pattern))
        declare(child, pattern.type === 'ArrayPattern' ? value : undefined)
  }
  for (const param of (scope.params ?? []) as Node[]) declare(param)
  const statements = Array.isArray(scope.body) ? (scope.body as Node[]) : [scope.left, scope.init]
  for (const statement of statements as (Node | null | undefined)[]) {
    if (statement?.type === 'FunctionDeclaration') declare(statement.id as Node, statement)
    if (statement?.type !== 'VariableDeclaration') continue
    for (const one of statement.declarations as Node[])
      declare(one.id as Node, (one.init ?? scope.right) as Node | undefined)
  }
  return names
}

// Whether the value of an expression is what the page showed when it was evaluated.
function reads(node: Node | undefined, scopes: readonly Scope[]): boolean {
  if (node === undefined) return false
  if (node.type === 'Identifier') {
    const at = scopes.findIndex((scope) => scope.has(String(node.name)))
    return at >= 0 && reads(scopes[at]?.get(String(node.name)), scopes.slice(at))
  }
  if (FUNCTIONS.has(node.type)) return returnsRead(node, [declaredIn(node), ...scopes])
  if (node.type === 'MemberExpression') return reads(node.object as Node, scopes)
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression')
    return childrenOf(node).some((child) => reads(child, scopes))
  const callee = node.callee as Node
  const { object, property } = callee as { object?: Node; property?: Node }
  const isPassed = PASSES.has(String(callee.name)) || object?.name === 'Promise'
  if (isPassed) return (node.arguments as Node[]).some((argument) => reads(argument, scopes))
  return READS.has(String((property ?? callee).name)) || reads(callee, scopes)
}

function returnsRead(node: Node, scopes: readonly Scope[]): boolean {
  const body = node.body as Node
  if (body.type !== 'BlockStatement') return reads(body, scopes)
  const inside = [declaredIn(body), ...scopes]
  const returned = (one: Node): boolean => {
    if (FUNCTIONS.has(one.type)) return false
    if (one.type === 'ReturnStatement') return reads((one.argument ?? undefined) as Node | undefined, inside)
    return childrenOf(one).some(returned)
  }
  return returned(body)
}
