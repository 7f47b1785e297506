// A thrown error as Sentry has it, read from the text that consoles show.

/** SentryException is one exception; its frames begin with the outermost call. */
export interface SentryException {
  readonly type: string
  readonly value: string
  readonly stacktrace?: { readonly frames: readonly SentryFrame[] }
}

/** SentryFrame is one call. */
export interface SentryFrame {
  readonly function: string
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: true
}

const MAX_LINES = 40
const HEAD = /^([A-Za-z_$][\w$]{0,80}): ([\s\S]*)$/
const FRAME = /^ {4}at (?:(?:async )?([^()]{1,200}) \()?([^()]{1,300}):(\d{1,7}):(\d{1,7})\)?$/

/** exceptionOf reads `Name: message` and the lines `    at place (file:line:column)` behind it. */
export function exceptionOf(text: string): SentryException {
  const lines = text.split('\n', MAX_LINES)
  const first = lines.findIndex((line) => line.startsWith('    at '))
  const head = (first < 0 ? lines : lines.slice(0, first)).join('\n')
  const [, type = 'Error', value = head] = HEAD.exec(head) ?? []
  const frames = lines.flatMap((line) => frameOf(line) ?? []).toReversed()
  return { type, value, ...(frames.length > 0 && { stacktrace: { frames } }) }
}

function frameOf(line: string): SentryFrame | undefined {
  const [, name = '<anonymous>', filename, lineno, colno] = FRAME.exec(line) ?? []
  if (filename === undefined) return undefined
  return { function: name, filename, lineno: Number(lineno), colno: Number(colno), in_app: true }
}
