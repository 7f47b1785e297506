// Conditions of row-level policies: boolean SQL expressions over a table's columns and the
// caller's credential, checked against an allow-list, emitted anew as SQL and, where possible, compiled to JavaScript.
import type { TableShape } from '#engine/shapes/shape.ts'
import { checkExpression } from './check/check.ts'
import type { CheckContext, Findings } from './check/check-context.ts'
import { checkBoolean } from './check/check-parts.ts'
import { type CallerKey, callerKeys, readsCaller } from './evaluate/caller-keys.ts'
import { compileEvaluator, type Evaluator } from './evaluate/evaluate.ts'
import { type CallerSql, CURRENT_CALLER } from './sql/caller-sql.ts'
import { emitCondition } from './sql/emit.ts'
import { parseCondition } from './syntax/parse.ts'

export type { Evaluator } from './evaluate/evaluate.ts'
export type { ConditionActor } from './evaluate/values.ts'

/** ConditionScope is what a condition may name: its own table, and the tables of the same project in subqueries. */
export interface ConditionScope {
  readonly table: TableShape
  findTable(slug: string): TableShape | undefined
  /** tableNames are what a refusal may suggest. */
  tableNames?(): Iterable<string>
}

/** Condition is a checked condition. */
export interface Condition {
  readonly source: string
  /** sql is written anew from the checked tree; it names the policy's table by its bare slug. */
  readonly sql: string
  /** functions are the statements that make the functions which `sql` calls, by their names. */
  readonly functions: ReadonlyMap<string, string>
  /** sqlFor is the same where SQL finds out about callers in another way. */
  sqlFor(caller: CallerSql): string
  /** columns are those of the policy's table that the condition reads. */
  readonly columns: ReadonlySet<string>
  /** tables are the slugs of the tables that its subqueries read under their policies; the policy's own is never among them. */
  readonly tables: ReadonlySet<string>
  /** unrestricted are those that they read past their policies. */
  readonly unrestricted: ReadonlySet<string>
  readonly hasSubquery: boolean
  /** evaluate decides in JavaScript what `sql` decides in PostgreSQL; it is absent where only PostgreSQL can. */
  readonly evaluate: Evaluator | undefined
  /** readsCaller is true where the answer may differ from caller to caller, and not by the row alone. */
  readonly readsCaller: boolean
  /** callerKeys are columns that must hold what the caller's credential says, wherever the condition is true. */
  readonly callerKeys: readonly CallerKey[]
}

/** compileCondition checks a condition and compiles it, or throws a SqlError. */
export function compileCondition(source: string, scope: ConditionScope): Condition {
  const { expression, fail } = parseCondition(source)
  const { table } = scope
  const own = {
    name: table.slug,
    qualifier: table.slug,
    table,
    own: true,
    unrestricted: false,
    readsDeleted: false,
  }
  const findings: Findings = {
    own,
    findTable: (slug) => scope.findTable(slug),
    tableNames: () => scope.tableNames?.() ?? [],
    columns: new Set(),
    tables: new Set(),
    unrestricted: new Set(),
    entries: 0,
    subqueries: 0,
  }
  const context: CheckContext = {
    error: fail,
    scope: { entries: [own], outer: undefined },
    aggregates: false,
    replacing: false,
    depth: 0,
    findings,
    check: checkExpression,
  }
  const checked = checkBoolean(expression, context, 'a condition')
  const hasSubquery = findings.subqueries > 0
  const functions = new Map<string, string>()
  const sql = emitCondition(checked, CURRENT_CALLER, functions)
  return {
    source,
    sql,
    functions,
    sqlFor: (caller) => (caller === CURRENT_CALLER ? sql : emitCondition(checked, caller)),
    columns: findings.columns,
    tables: findings.tables,
    unrestricted: findings.unrestricted,
    hasSubquery,
    evaluate: hasSubquery ? undefined : compileEvaluator(checked),
    // What a subquery sees depends on who asks, even where it does not name them.
    readsCaller: hasSubquery || readsCaller(checked),
    callerKeys: callerKeys(checked),
  }
}
