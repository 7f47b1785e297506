// The plans that PostgreSQL writes to its log with auto_explain, in JSON.

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

interface Logged {
  readonly Plan: PlanNode
}

/** LoggedPlan is the plan of a statement, and what it did with a table. */
export interface LoggedPlan {
  readonly plan: unknown
  /** nodes are the scans of the table, as `Index Scan of products_price_idx`. */
  readonly nodes: readonly string[]
  /** rows is how many rows of the table were read, those that a filter removed included. */
  readonly rows: number
}

const BEGIN = /^LOG: {2}duration: .* plan:$/
const WAIT_MS = 5000

/** PlanLog is a log of PostgreSQL's messages that keeps the plans among them. */
export class PlanLog {
  readonly #plans: Logged[] = []
  #lines: string[] | undefined
  #depth = 0

  info(_about: object, message: string): void {
    const line = message.replace(/^PostgreSQL: /, '')
    if (BEGIN.test(line)) this.#lines = []
    else if (this.#lines !== undefined) this.#add(this.#lines, line)
  }

  warn(): void {}

  error(about: object, message: string): void {
    console.error(about, message)
  }

  /** last returns the latest plan that reads a table, and forgets all others. */
  async last(table: string): Promise<LoggedPlan> {
    const until = performance.now() + WAIT_MS
    while (performance.now() < until) {
      const found = this.#plans.splice(0).findLast(({ Plan }) => scansOf(Plan, table).length > 0)
      if (found !== undefined) return summary(found, table)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no plan of ${table} was logged`)
  }

  // Lines come without their indentation, so objects that have begun are counted.
  #add(lines: string[], line: string): void {
    lines.push(line)
    if (line.endsWith('{')) this.#depth++
    if (line.startsWith('}')) this.#depth--
    if (this.#depth > 0) return
    this.#plans.push(JSON.parse(lines.join('\n')))
    this.#lines = undefined
  }
}

function summary(plan: Logged, table: string): LoggedPlan {
  const scans = scansOf(plan.Plan, table)
  const rows = scans.map(
    (scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
  )
  return { plan, nodes: scans.map(nameOf), rows: rows.reduce((sum, one) => sum + one, 0) }
}

function scansOf(node: PlanNode, table: string): PlanNode[] {
  const below = (node.Plans ?? []).flatMap((one) => scansOf(one, table))
  return node['Relation Name'] === table ? [node, ...below] : below
}

function nameOf({ 'Node Type': type, 'Index Name': index }: PlanNode): string {
  return index === undefined ? type : `${type} of ${index}`
}
