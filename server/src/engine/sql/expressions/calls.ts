// Function calls: the allow-list, the clauses that aggregates and windows take, and the checks of what some cost.

import { namesOf, plainName } from '#engine/conditions/syntax/tree.ts'
import type { FuncCall, Node, WindowDef } from '#engine/parser/syntax-tree.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { type Context, weigh } from '#engine/sql/context/context.ts'
import { joined, marked, type Sql } from '#engine/sql/context/fragment.ts'
import { knownFields, writeExpression, writeExpressions } from '#engine/sql/context/parts.ts'
import { checkPattern, constantInteger, constantText, isConstant } from './constants.ts'
import { AUTH_FUNCTIONS, FUNCTIONS, type FunctionRule, IN_FLOAT, PATTERNS } from './functions.ts'
import { writeSortItem } from './sort.ts'

const MAX_REPEATS = 1000
const MAX_CONSTANT = 200
const FIELDS: Readonly<Record<FunctionRule['kind'], readonly string[]>> = {
  plain: ['funcname', 'args', 'func_variadic', 'funcformat', 'location'],
  set: ['funcname', 'args', 'funcformat', 'location'],
  window: ['funcname', 'args', 'over', 'funcformat', 'location', 'agg_within_group', 'agg_order'],
  aggregate: [
    ...['funcname', 'args', 'over', 'funcformat', 'location'],
    ...['agg_order', 'agg_filter', 'agg_within_group', 'agg_star', 'agg_distinct'],
  ],
}

/** ruleOf returns the rule of a function that may be called, or throws. */
export function ruleOf(node: FuncCall, context: Context): FunctionRule & { readonly name: string } {
  const names = namesOf(node.funcname) ?? []
  const name = plainName(names) ?? ''
  const rule = FUNCTIONS.get(name)
  if (rule) return { ...rule, name }
  const near = names.length === 1 ? suggestion(name, FUNCTIONS.keys()) : ''
  throw context.state.fail(
    `the function ${names.join('.')} is not allowed${near && `.${near}`}`,
    node.location,
  )
}

/** writeCall writes a function call. */
export function writeCall(node: FuncCall, context: Context): Sql {
  const names = namesOf(node.funcname) ?? []
  if (names.length === 2 && names[0] === 'auth') return writeAuth(names[1] ?? '', node, context)
  const rule = ruleOf(node, context)
  const { name } = rule
  knownFields(node, FIELDS[rule.kind], `the call of ${name}`, context)
  checkArguments(name, node, context)
  const before = context.meter.weight
  const args = (node.args ?? []).map((arg) => writeArgument(arg, context))
  if (name === 'repeat') {
    const count = constantInteger(node.args?.[1], context) ?? 0
    weigh(context, Math.max(1, context.meter.weight - before) * count, node.location)
  }
  if (rule.gathers) context.meter.gathered = true
  if (IN_FLOAT.has(name) || (name === 'log' && args.length === 1)) return inFloat(name, args, node)
  return marked(node.location, [
    `pg_catalog.${name}(`,
    writeInside(node, args, context),
    ')',
    writeBehind(node, context),
  ])
}

// In floats, the result as an exact number again, so that round(…, 2) takes it.
function inFloat(name: string, args: readonly Sql[], node: FuncCall): Sql {
  const floats = args.map((arg): Sql => ['(', arg, ')::pg_catalog.float8'])
  return marked(node.location, [`(pg_catalog.${name}(`, joined(floats, ', '), ')::pg_catalog.numeric)'])
}

function writeArgument(node: Node, context: Context): Sql {
  if (!('NamedArgExpr' in node)) return writeExpression(node, context)
  const { name = '', arg } = node.NamedArgExpr
  knownFields(node.NamedArgExpr, ['arg', 'name', 'argnumber', 'location'], 'an argument', context)
  return [`${quoteIdentifier(name)} => `, writeExpression(arg, context)]
}

function writeInside(node: FuncCall, args: readonly Sql[], context: Context): Sql {
  if (node.agg_star) return '*'
  const listed = node.func_variadic ? [...args.slice(0, -1), ['variadic ', args.at(-1) ?? '']] : args
  const order = node.agg_order && !node.agg_within_group ? [' order by ', writeOrder(node, context)] : ''
  return [node.agg_distinct ? 'distinct ' : '', joined(listed, ', '), order]
}

function writeOrder(node: FuncCall, context: Context): Sql {
  return joined(
    (node.agg_order ?? []).map((item) => writeSortItem(item, context, writeExpression)),
    ', ',
  )
}

function writeBehind(node: FuncCall, context: Context): Sql {
  const { agg_within_group, agg_filter, over } = node
  return [
    agg_within_group ? [' within group (order by ', writeOrder(node, context), ')'] : '',
    agg_filter ? [' filter (where ', writeExpression(agg_filter, context), ')'] : '',
    over ? [' over ', over.name ? quoteIdentifier(over.name) : writeWindow(over, context)] : '',
  ]
}

function writeAuth(name: string, node: FuncCall, context: Context): Sql {
  knownFields(node, ['funcname', 'args', 'funcformat', 'location'], `the call of auth.${name}`, context)
  if (AUTH_FUNCTIONS.get(name) !== (node.args?.length ?? 0)) {
    const known = "auth.uid(), auth.email(), auth.role_ids(), auth.claims() and auth.claim('name')"
    throw context.state.fail(
      `the function auth.${name} is not allowed in this form; there are ${known}`,
      node.location,
    )
  }
  weigh(context, 1, node.location)
  return marked(node.location, [`auth.${name}(`, writeExpressions(node.args, context), ')'])
}

/** writeWindow writes what stands in the parentheses of OVER or of a WINDOW clause. */
export function writeWindow(window: WindowDef, context: Context): Sql {
  const parts: Sql[] = []
  if (window.refname) parts.push(quoteIdentifier(window.refname))
  if (window.partitionClause) parts.push(['partition by ', writeExpressions(window.partitionClause, context)])
  if (window.orderClause) {
    const items = window.orderClause.map((item) => writeSortItem(item, context, writeExpression))
    parts.push(['order by ', joined(items, ', ')])
  }
  parts.push(writeFrame(window, context))
  return ['(', joined(parts, ' '), ')']
}

// The bits of a frame, as the parser encodes them.
const FRAME = { set: 0x1, range: 0x2, rows: 0x4, groups: 0x8, known: 0x3fdff & ~0xc0 } as const
const STARTS: readonly (readonly [number, string])[] = [
  [0x20, 'unbounded preceding'],
  [0x200, 'current row'],
  [0x800, 'preceding'],
  [0x2000, 'following'],
]
const ENDS: readonly (readonly [number, string])[] = [
  [0x100, 'unbounded following'],
  [0x400, 'current row'],
  [0x1000, 'preceding'],
  [0x4000, 'following'],
]
const EXCLUDES: readonly (readonly [number, string])[] = [
  [0x8000, ' exclude current row'],
  [0x10000, ' exclude group'],
  [0x20000, ' exclude ties'],
]

function writeFrame(
  { frameOptions = 0, startOffset, endOffset, location }: WindowDef,
  context: Context,
): Sql {
  if ((frameOptions & FRAME.set) === 0) return ''
  const mode = frameOptions & FRAME.rows ? 'rows' : frameOptions & FRAME.groups ? 'groups' : 'range'
  const bound = (known: typeof STARTS, offset: Node | undefined): Sql => {
    const [, text] = known.find(([bit]) => frameOptions & bit) ?? []
    if (text === undefined) throw context.state.fail('this window frame is not allowed', location)
    return offset ? [writeExpression(offset, context), ` ${text}`] : text
  }
  const exclude = EXCLUDES.find(([bit]) => frameOptions & bit)?.[1] ?? ''
  return [`${mode} between `, bound(STARTS, startOffset), ' and ', bound(ENDS, endOffset), exclude]
}

// What makes long values out of short ones takes constants, so that its cost is seen here.
function checkArguments(name: string, node: FuncCall, context: Context): void {
  const { fail } = context.state
  const [, second, third] = node.args ?? []
  if (name === 'repeat' || name === 'lpad' || name === 'rpad') {
    const count = constantInteger(second, context)
    if (count !== undefined && count <= MAX_REPEATS) return
    throw fail(`the function ${name} takes a constant of at most ${MAX_REPEATS}`, node.location)
  }
  if (name === 'replace' || name === 'regexp_replace') checkShort(name, third, node, context)
  if (PATTERNS.has(name)) checkPattern(second, context, node.location)
  // substring(text, text) is a regular expression, which columns must not choose.
  const byNumber = constantInteger(second, context) !== undefined
  if (name === 'substring' && !byNumber) {
    if (isConstant(second)) checkPattern(second, context, node.location)
    else throw fail('the function substring takes a constant; substr takes any number', node.location)
  }
  if (name === 'format' && !/^(?:[^%]|%%|%(?:\d{1,2}\$)?[sIL])*$/.test(formatOf(node, context))) {
    throw fail('the function format takes a constant with %s, %I, %L and %1$s only', node.location)
  }
  if (name.endsWith('tsvector') || name.endsWith('tsquery') || name === 'ts_headline') {
    checkConfiguration(name, node, context)
  }
}

function formatOf(node: FuncCall, context: Context): string {
  return constantText(node.args?.[0], context) ?? '%'
}

function checkShort(name: string, replacement: Node | undefined, node: FuncCall, context: Context): void {
  const text = constantText(replacement, context)
  if (text !== undefined && text.length <= MAX_CONSTANT) {
    weigh(context, text.length, node.location)
    return
  }
  throw context.state.fail(
    `the function ${name} takes a constant replacement of at most ${MAX_CONSTANT} characters`,
    node.location,
  )
}

// A configuration is looked up by name: it must not name another schema.
function checkConfiguration(name: string, node: FuncCall, context: Context): void {
  const [first, ...more] = node.args ?? []
  const configured = name === 'ts_headline' ? more.length >= 2 && isConstant(first) : more.length >= 1
  if (!configured || name === 'tsvector_to_array') return
  if (first && 'A_Const' in first && /^[a-z_]{1,63}$/.test(first.A_Const.sval?.sval ?? '')) return
  throw context.state.fail(
    `the function ${name} takes a configuration as a plain text such as 'english'`,
    node.location,
  )
}
