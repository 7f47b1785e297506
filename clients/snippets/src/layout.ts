// How calls are laid out.

const ONE_LINE = 90
const FEW_ARGUMENTS = 70

/** Layout is a chain of calls on `root`, a part of the client, behind what `start` says. */
export interface Layout {
  readonly start: string
  readonly root: string
  /** callsAt writes the calls, so many spaces from the left. */
  readonly callsAt: (indent: number) => readonly string[]
  readonly indent: number
  readonly step: number
  /** inParentheses is whether a chain of several lines needs them. */
  readonly inParentheses?: boolean
}

/** laidOut writes calls behind each other, or those after the first on lines of their own where one line would be too long. */
export function laidOut({ start, root, callsAt, indent, step, inParentheses }: Layout): string {
  const calls = callsAt(indent)
  const line = `${start}${root}${calls.join('')}`
  const fits = `${' '.repeat(indent)}${line}`.split('\n').every(({ length }) => length <= ONE_LINE)
  if (calls.length === 1 || fits) return line
  const [pad, end] = [`\n${' '.repeat(indent + step)}`, `\n${' '.repeat(indent)}`]
  const [first = '', ...rest] = callsAt(indent + step)
  const chain = [root + first, ...rest].join(pad)
  return inParentheses ? `${start}(${pad}${chain}${end})` : start + chain
}

/** inCall writes arguments between parentheses, on lines of their own where one line would be too long. */
export function inCall(given: readonly string[], indent: number, step: number): string {
  const line = given.join(', ')
  if (given.length < 2 || line.includes('\n') || line.length <= FEW_ARGUMENTS) return `(${line})`
  const pad = ' '.repeat(indent + step)
  return `(\n${given.map((one) => `${pad}${one},\n`).join('')}${' '.repeat(indent)})`
}
