// The checked tree: what a condition means once every name is resolved and every part is allowed. Emitting SQL and
// building the JavaScript closure both start from here and never see the parser's tree.
import type { BaseType } from '#engine/shapes/base-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import type { RangeEntry } from './scope.ts'
import type { SqlType } from './types.ts'

interface Typed {
  readonly type: SqlType
}

/** ColumnUse reads one column of the policy's table or of a table in a subquery. */
export interface ColumnUse extends Typed {
  readonly kind: 'column'
  readonly entry: RangeEntry
  readonly column: ColumnShape
}

/** Literal is a constant; `value` is its normalised text, and `cast` asks for its type to be written out. */
export interface Literal extends Typed {
  readonly kind: 'literal'
  readonly form: 'string' | 'number' | 'boolean' | 'null'
  readonly value: string
  readonly cast: boolean
  /** location is the parser's, for errors. */
  readonly location: number | undefined
}

/** AuthValue is what the caller's credential says: auth.uid(), auth.email() or auth.claim('…'). */
export interface AuthValue extends Typed {
  readonly kind: 'auth'
  readonly which: 'uid' | 'email' | 'claim'
  readonly claim: string
}

/** Logic is AND, OR or NOT. */
export interface Logic extends Typed {
  readonly kind: 'logic'
  readonly operator: 'AND' | 'OR' | 'NOT'
  readonly args: readonly Checked[]
}

/** Test is IS [NOT] NULL, TRUE, FALSE or UNKNOWN. */
export interface Test extends Typed {
  readonly kind: 'test'
  readonly is: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN'
  readonly negated: boolean
  readonly arg: Checked
}

/** ComparisonOperator is one of the six comparisons. */
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** Comparison compares two values; `byCodePoint` orders text by code points, whatever the database's collation. */
export interface Comparison extends Typed {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Checked
  readonly right: Checked
  readonly byCodePoint: boolean
}

/** Distinct is IS [NOT] DISTINCT FROM; `equality` is the comparison behind it. */
export interface Distinct extends Typed {
  readonly kind: 'distinct'
  readonly negated: boolean
  readonly equality: Comparison
}

/** Membership is `= ANY (array)` or, negated, `<> ALL (array)`; IN lists become one. */
export interface Membership extends Typed {
  readonly kind: 'membership'
  readonly negated: boolean
  readonly left: Checked
  readonly array: Checked
}

/** ArrayList is an array written out in the condition. */
export interface ArrayList extends Typed {
  readonly kind: 'array'
  readonly element: BaseType
  readonly elements: readonly Checked[]
}

/** Like is [NOT] LIKE or ILIKE. */
export interface Like extends Typed {
  readonly kind: 'like'
  readonly negated: boolean
  readonly caseless: boolean
  readonly text: Checked
  readonly pattern: Checked
}

/** OperatorExpression is any other operator; `left` is absent for a sign. */
export interface OperatorExpression extends Typed {
  readonly kind: 'operation'
  readonly operator: string
  readonly left: Checked | undefined
  readonly right: Checked
}

/** Case is CASE with conditions; CASE x WHEN y has become one, with x = y as its conditions. */
export interface Case extends Typed {
  readonly kind: 'case'
  readonly branches: readonly { readonly when: Checked; readonly result: Checked }[]
  readonly otherwise: Checked | undefined
}

/** Choice is COALESCE, GREATEST or LEAST. */
export interface Choice extends Typed {
  readonly kind: 'choice'
  readonly which: 'COALESCE' | 'GREATEST' | 'LEAST'
  readonly args: readonly Checked[]
}

/** Call is a function of the allow-list; `star` is count(*). */
export interface Call extends Typed {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Checked[]
  readonly star: boolean
}

/** Clock is CURRENT_DATE or CURRENT_TIMESTAMP. */
export interface Clock extends Typed {
  readonly kind: 'clock'
  readonly keyword: 'CURRENT_DATE' | 'CURRENT_TIMESTAMP'
}

/** Cast changes a value's type; `name` is the type's full name with its modifiers. */
export interface Cast extends Typed {
  readonly kind: 'cast'
  readonly arg: Checked
  readonly name: string
  readonly hasModifiers: boolean
}

/** Join is a table that a subquery joins to those before it. */
export interface Join {
  readonly join: 'JOIN' | 'LEFT JOIN' | 'CROSS JOIN'
  readonly entry: RangeEntry
  readonly on: Checked | undefined
}

/** Select is a subquery's statement; `target` is absent for `exists (select * …)`. */
export interface Select {
  readonly target: Checked | undefined
  readonly from: readonly { readonly first: RangeEntry; readonly joins: readonly Join[] }[]
  readonly where: Checked | undefined
  readonly groupBy: readonly Checked[]
  readonly limit: number | undefined
  /** unrestricted is true where it reads all its tables past their policies. */
  readonly unrestricted: boolean
}

/** Subquery is EXISTS (…), x = ANY (…) or a scalar (…). */
export interface Subquery extends Typed {
  readonly kind: 'subquery'
  readonly form: 'exists' | 'any' | 'scalar'
  readonly left: Checked | undefined
  readonly select: Select
}

/** Checked is one allowed expression. */
export type Checked =
  | ColumnUse
  | Literal
  | AuthValue
  | Logic
  | Test
  | Comparison
  | Distinct
  | Membership
  | ArrayList
  | Like
  | OperatorExpression
  | Case
  | Choice
  | Call
  | Clock
  | Cast
  | Subquery

/** CheckedOf picks one kind of expression. */
export type CheckedOf<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>

/** partsOf lists the expressions that one is directly made of; a subquery's inside is not among them. */
export function partsOf(checked: Checked): readonly Checked[] {
  switch (checked.kind) {
    case 'logic':
    case 'choice':
    case 'call':
      return checked.args
    case 'test':
    case 'cast':
      return [checked.arg]
    case 'comparison':
      return [checked.left, checked.right]
    case 'distinct':
      return [checked.equality]
    case 'membership':
      return [checked.left, checked.array]
    case 'array':
      return checked.elements
    case 'like':
      return [checked.text, checked.pattern]
    case 'operation':
      return checked.left ? [checked.left, checked.right] : [checked.right]
    case 'case':
      return [
        ...checked.branches.flatMap(({ when, result }) => [when, result]),
        ...(checked.otherwise ? [checked.otherwise] : []),
      ]
    default:
      return []
  }
}
