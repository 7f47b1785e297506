// Reads the operator's plans (`MSINGI_PLANS`): JSON or YAML, checked whole, with the line and field of each mistake.
import { readFile } from 'node:fs/promises'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { ConfigError } from '#platform/config/config.ts'
import { type Plans, plan, SELF_HOSTED } from './plan.ts'

const MAX_BYTES = 1024 * 1024
const MAX_PROBLEMS = 20

const file = z
  .strictObject({
    default: z.string().optional(),
    plans: z.array(plan).min(1, 'must name at least one plan').max(100, 'must be at most 100 plans'),
  })
  .superRefine(({ default: standard, plans }, context) => {
    for (const [at, { id }] of plans.entries())
      if (plans.findIndex((other) => other.id === id) !== at)
        context.addIssue({ code: 'custom', path: ['plans', at, 'id'], message: 'is used by another plan' })
    if (standard !== undefined && !plans.some(({ id }) => id === standard))
      context.addIssue({ code: 'custom', path: ['default'], message: 'must be the id of one of the plans' })
  })

/** loadPlans reads the file of plans. Throws a ConfigError that names the line and the field of what is wrong. */
export async function loadPlans(path: string | undefined): Promise<Plans> {
  if (path === undefined) return { list: [SELF_HOSTED], standard: SELF_HOSTED, builtIn: true }
  const text = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`MSINGI_PLANS: ${path} cannot be read (${error.code}).`)
  })
  if (text.length > MAX_BYTES) throw new ConfigError(`MSINGI_PLANS: ${path} has more than 1 MB.`)
  return readPlans(text.toString('utf8'))
}

/** readPlans reads the text of such a file. */
export function readPlans(text: string): Plans {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken !== undefined)
    throw new ConfigError(`MSINGI_PLANS: line ${lines.linePos(broken.pos[0]).line}: ${firstLine(broken)}`)
  const parsed = file.safeParse(toValue(document))
  if (parsed.success) {
    const { default: id, plans } = parsed.data
    const standard = plans.find((one) => one.id === id) ?? (plans[0] as (typeof plans)[number])
    return { list: [standard, ...plans.filter((one) => one !== standard)], standard, builtIn: false }
  }
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    const problem = issue.code === 'unrecognized_keys' ? 'is not known' : issue.message
    const place = path.length === 0 ? 'the file' : path.join('.')
    return `MSINGI_PLANS: line ${lineOf(document, lines, path)}: ${place}: ${problem}.`
  })
  throw new ConfigError(problems.join('\n'))
}

function toValue(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new ConfigError(`MSINGI_PLANS: ${firstLine(error as Error)}`)
  }
}

// What is missing has no line: the thing that it is missing in has one.
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? ''
}
