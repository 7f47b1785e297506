// Finds the SQL that the source of the server hands to `query`, as far as it is known before the program runs: texts, and
// constants, conditions, joined lists and short functions within them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'

// Nodes have dozens of shapes; what none of the following expects has no text.
type Node = { readonly type: string; readonly start: number } & Record<string, any>

/** Bound is an expression and the names that are known where it stands. */
interface Bound {
  readonly node: Node
  readonly scope: Scope
}

/** Scope has the names of a block. A name that is known to be there, but not what it is, has no expression. */
interface Scope {
  readonly names: Map<string, Bound | undefined>
  readonly outer: Scope | undefined
}

/** Statement is a call of `query`. */
export interface Statement {
  /** place is the file and the line, such as `modules/automation/cron/cron.store.ts:36`. */
  readonly place: string
  /** texts has the SQL in every way that its conditions can go; undefined where it depends on more. */
  readonly texts: readonly string[] | undefined
}

/** Collector reads source files below a folder, which ends with a slash. */
export class Collector {
  readonly #src: string
  readonly #files = new Map<
    string,
    { readonly program: Node; readonly source: string; readonly scope: Scope }
  >()

  constructor(src: string) {
    this.#src = src
  }

  /** collect returns the statements of a file, whose path is from the folder. */
  collect(file: string): Statement[] {
    const { program, source, scope } = this.#load(join(this.#src, file))
    const found: Statement[] = []
    const visit = (node: Node, outer: Scope): void => {
      const scope = this.#enter(node, outer)
      if (node.type === 'CallExpression' && node.callee.property?.name === 'query') {
        const line = source.slice(0, node.start).split('\n').length
        found.push({ place: `${file}:${line}`, texts: this.#texts({ node: node.arguments[0], scope }) })
      }
      for (const child of childrenOf(node)) visit(child, scope)
    }
    for (const node of program.body) visit(node, scope)
    return found
  }

  #load(path: string) {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const source = readFileSync(path, 'utf8')
    const program = parseSync(path, source).program as unknown as Node
    const scope: Scope = { names: new Map(), outer: undefined }
    declare(program.body, scope)
    for (const { type, source, specifiers } of program.body) {
      const from = type === 'ImportDeclaration' ? this.#pathOf(source.value, path) : undefined
      for (const { local, imported } of from === undefined ? [] : specifiers)
        if (imported !== undefined)
          scope.names.set(local.name, {
            node: { type: 'Import', start: 0, from, name: imported.name },
            scope,
          })
    }
    const file = { program, source, scope }
    this.#files.set(path, file)
    return file
  }

  #pathOf(from: string, importer: string): string | undefined {
    if (from.startsWith('./')) return join(dirname(importer), from)
    return /^#(engine|platform|modules)\//.test(from) ? join(this.#src, from.slice(1)) : undefined
  }

  #enter(node: Node, outer: Scope): Scope {
    const scope: Scope = { names: new Map(), outer }
    if (node.type === 'BlockStatement') declare(node.body, scope)
    for (const name of namesIn(boundBy(node))) scope.names.set(name, undefined)
    return scope.names.size === 0 ? outer : scope
  }

  // Follows names to what they stand for.
  #resolve({ node, scope }: Bound): Bound | undefined {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return this.#resolve({ node: node.expression, scope })
    if (node.type === 'Import') {
      const there = this.#load(node.from).scope.names.get(node.name)
      return there && this.#resolve(there)
    }
    if (node.type === 'Identifier') {
      for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
        const found = at.names.get(node.name)
        if (found !== undefined) return this.#resolve(found)
        if (at.names.has(node.name)) return undefined
      }
      return undefined
    }
    if (node.type === 'MemberExpression' && !node.computed) {
      const object = this.#resolve({ node: node.object, scope })
      const property = object?.node.properties?.find((one: Node) => one.key?.name === node.property.name)
      return object && property && this.#resolve({ node: property.value, scope: object.scope })
    }
    return { node, scope }
  }

  #texts(bound: Bound): readonly string[] | undefined {
    const { node, scope } = this.#resolve(bound) ?? {}
    if (node === undefined || scope === undefined) return undefined
    const textsOf = (node: Node) => this.#texts({ node, scope })
    switch (node.type) {
      case 'Literal':
        return node.value === null ? undefined : [String(node.value)]
      case 'TemplateLiteral':
        return combine(
          node.quasis.flatMap(({ value }: Node, i: number) => [
            [value.cooked],
            ...(i < node.expressions.length ? [textsOf(node.expressions[i])] : []),
          ]),
        )
      case 'BinaryExpression':
        // The sum of two numbers reads as their digits, which PostgreSQL prepares alike.
        return node.operator === '+' ? combine([textsOf(node.left), textsOf(node.right)]) : undefined
      case 'ConditionalExpression': {
        const ways = [textsOf(node.consequent), textsOf(node.alternate)]
        return ways.every((way) => way !== undefined) ? ways.flat() : undefined
      }
      case 'CallExpression':
        return node.callee.property?.name === 'join' ? this.#joined(node, scope) : this.#called(node, scope)
      default:
        return undefined
    }
  }

  #joined({ callee, arguments: [between] }: Node, scope: Scope): readonly string[] | undefined {
    const items = this.#items({ node: callee.object, scope })
    const separator = between === undefined ? [','] : this.#texts({ node: between, scope })
    return items && combine(items.flatMap((item, i) => (i === 0 ? [item] : [separator, item])))
  }

  // The texts of each item of a list, or of what `map` makes of it.
  #items(bound: Bound): (readonly string[] | undefined)[] | undefined {
    const { node, scope } = this.#resolve(bound) ?? {}
    if (node?.type !== 'CallExpression' || node.callee.property?.name !== 'map' || scope === undefined)
      return this.#list(bound)?.map((item) => this.#texts(item))
    return this.#list({ node: node.callee.object, scope })?.map((item) =>
      this.#applied({ node: node.arguments[0], scope }, [item]),
    )
  }

  #list(bound: Bound): Bound[] | undefined {
    const { node, scope } = this.#resolve(bound) ?? {}
    if (node?.type !== 'ArrayExpression' || scope === undefined) return undefined
    const lists = node.elements.map((item: Node) =>
      item.type === 'SpreadElement' ? this.#list({ node: item.argument, scope }) : [{ node: item, scope }],
    )
    return lists.includes(undefined) ? undefined : lists.flat()
  }

  #called({ callee, arguments: given }: Node, scope: Scope): readonly string[] | undefined {
    return this.#applied(
      { node: callee, scope },
      given.map((node: Node) => ({ node, scope })),
    )
  }

  // The texts that a function returns which does nothing else.
  #applied(callee: Bound, given: readonly Bound[]): readonly string[] | undefined {
    const { node, scope: outer } = this.#resolve(callee) ?? {}
    if (node?.params === undefined || outer === undefined) return undefined
    const { params, body } = node
    if (!params.every(({ type }: Node) => type === 'Identifier')) return undefined
    const scope: Scope = { names: new Map(), outer }
    for (const [i, { name }] of params.entries()) scope.names.set(name, given[i])
    const result = body.type === 'BlockStatement' && body.body.length === 1 ? body.body[0].argument : body
    return result && this.#texts({ node: result, scope })
  }
}

function declare(body: readonly Node[], scope: Scope): void {
  for (const statement of body) {
    const node = statement.declaration ?? statement
    if (node.type === 'FunctionDeclaration') scope.names.set(node.id.name, { node, scope })
    if (node.type !== 'VariableDeclaration') continue
    for (const { id, init } of node.declarations)
      for (const name of namesIn([id]))
        scope.names.set(
          name,
          node.kind === 'const' && id.type === 'Identifier' ? { node: init, scope } : undefined,
        )
  }
}

// The parameters of a function, and the variable of a loop or of a catch.
function boundBy(node: Node): Node[] {
  if (/^For(In|Of)?Statement$/.test(node.type)) return [node.left ?? node.init ?? []].flat()
  return [node.params ?? node.param ?? []].flat()
}

function namesIn(patterns: readonly Node[]): string[] {
  return patterns.flatMap((node) => (node.type === 'Identifier' ? [node.name] : namesIn(childrenOf(node))))
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
}

function combine(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.reduce(
    (before, part) => before && part && before.flatMap((start) => part.map((end) => start + end)),
    [''] as readonly string[],
  )
}
