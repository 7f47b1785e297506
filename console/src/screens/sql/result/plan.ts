// The plan of a query as steps, with what each costs by itself.

type Node = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Node[] }

/** Step is one step of a plan. `own` is what it costs without the steps below: milliseconds if it has run, else PostgreSQL's units. */
export interface Step {
  /** path names the step among all: the positions on the way to it. */
  readonly path: string
  readonly name: string
  readonly target: string | undefined
  readonly own: number
  /** share is that of the whole, from 0 to 1. */
  readonly share: number
  readonly costliest: boolean
  readonly estimated: number
  /** actual is how many rows came in all its loops; undefined if the query has not run. */
  readonly actual: number | undefined
  readonly loops: number
  readonly details: readonly (readonly [string, string])[]
  readonly below: readonly Step[]
}

// What is said about a step beyond its costs and rows, by the names of EXPLAIN.
const DETAILS = [
  'Filter',
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
  'Sort Key',
  'Group Key',
  'Sort Method',
  'Sort Space Type',
  'Rows Removed by Filter',
  'Rows Removed by Index Recheck',
  'Heap Fetches',
  'Hash Batches',
  'Disk Usage',
  'Shared Read Blocks',
  'Temp Written Blocks',
]

/** stepsOf returns the topmost step with all below. */
export function stepsOf(plan: unknown): Step {
  const top = plan as Node
  const costs = new Map<Node, number>()
  measure(top, costs)
  const whole = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
  const highest = Math.max(...costs.values())
  let marked = false
  const step = (node: Node, path: string): Step => {
    const own = costs.get(node) ?? 0
    // Of several that cost the same, the first is marked.
    const costliest = !marked && own === highest && own > 0
    marked ||= costliest
    const loops = Number(node['Actual Loops'] ?? 1)
    const actual = node['Actual Rows']
    return {
      path,
      name: nameOf(node),
      target: targetOf(node),
      own,
      share: whole === 0 ? 0 : own / whole,
      costliest,
      estimated: Number(node['Plan Rows'] ?? 0),
      actual: actual === undefined ? undefined : Math.round(Number(actual) * loops),
      loops,
      details: DETAILS.flatMap((name) => {
        const text = textOf(node[name])
        return text === '' ? [] : [[name, text] as const]
      }),
      below: (node.Plans ?? []).map((child, at) => step(child, `${path}.${at}`)),
    }
  }
  return step(top, '0')
}

// The whole cost of a node includes those below it, of which each may run many times.
function measure(node: Node, costs: Map<Node, number>): number {
  const loops = Number(node['Actual Loops'] ?? 1)
  const time = node['Actual Total Time']
  const all = time === undefined ? Number(node['Total Cost'] ?? 0) : Number(time) * loops
  const below = (node.Plans ?? []).reduce((sum, child) => sum + measure(child, costs), 0)
  costs.set(node, Math.max(0, all - below))
  return all
}

function nameOf(node: Node): string {
  const { 'Node Type': type, 'Join Type': join, Strategy: strategy } = node
  if (join !== undefined && join !== 'Inner') return `${type} (${join})`
  return strategy === undefined || strategy === 'Plain' ? String(type) : `${type} (${strategy})`
}

function targetOf(node: Node): string | undefined {
  const relation = node['Relation Name'] ?? node['CTE Name'] ?? node['Function Name']
  const alias = node.Alias === relation ? undefined : node.Alias
  const parts = [node['Subplan Name'], relation, alias, node['Index Name']].filter(
    (part) => part !== undefined,
  )
  return parts.length === 0 ? undefined : parts.join(' · ')
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === 0) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}
