// What is loaded in an isolate before the code of a function: `fetch`, `console` and errors of `http` as people know them from Node.

// What the egress throws has its code at the end: only type and message of an error come through.
const FETCH = `
const send = globalThis.fetch
const FAILED = /^fetch failed: (.*) \\((\\w+)\\)$/s
globalThis.fetch = async function fetch(input, init) {
  try {
    return await send(input, init)
  } catch (error) {
    const [, reason, code] = FAILED.exec(error?.message) ?? []
    if (code === undefined) throw error
    const cause = Object.assign(new Error(reason), { code })
    throw new TypeError('fetch failed: ' + reason, { cause })
  }
}
`

// Requests of node:http, which that fetch sends, fail with its cause.
const HTTP = `
const { ClientRequest } = process.getBuiltinModule('node:http')
const { emit } = ClientRequest.prototype
ClientRequest.prototype.emit = function (event, ...given) {
  const causes = () => given.map((error) => (error?.cause?.code === undefined ? error : error.cause))
  return emit.call(this, event, ...(event === 'error' ? causes() : given))
}
`

// Of what is logged, workerd passes on what JSON can hold, and five methods.
const CONSOLE = `
const util = () => process.getBuiltinModule('node:util')
const isPlain = (values) => values.every((value) => typeof value === 'string') && !values[0]?.includes('%')
const textOf = (values) => (isPlain(values) ? values.join(' ') : util().format(...values))
const { debug, info, log, warn, error } = console
for (const [level, write] of Object.entries({ debug, info, log, warn, error }))
  console[level] = (...values) => write(textOf(values))
console.dir = (value, options) => log(util().inspect(value, options))
console.dirxml = (...values) => log(textOf(values))
console.table = (rows) => log(util().inspect(rows))
console.trace = (...values) => {
  const [, , ...places] = String(new Error().stack).split('\\n')
  log(['Trace: ' + textOf(values), ...places].join('\\n'))
}
console.assert = (holds, ...values) => {
  if (!holds) error(textOf(['Assertion failed' + (values.length > 0 ? ':' : ''), ...values]))
}
console.group = (...values) => {
  if (values.length > 0) log(textOf(values))
}
console.groupCollapsed = console.group
const counts = new Map()
console.count = (label = 'default') => {
  counts.set(label, (counts.get(label) ?? 0) + 1)
  log(label + ': ' + counts.get(label))
}
console.countReset = (label = 'default') => void counts.delete(label)
const timers = new Map()
console.time = (label = 'default') => void timers.set(label, Date.now())
console.timeLog = (label = 'default', ...values) => {
  if (timers.has(label)) log(textOf([label + ': ' + (Date.now() - timers.get(label)) + 'ms', ...values]))
}
console.timeEnd = (label = 'default') => {
  console.timeLog(label)
  timers.delete(label)
}
`

/** preludeOf returns the module that does that, for the code of a function. */
export function preludeOf(code: string): string {
  // Loading node:http takes some 20 ms.
  return FETCH + CONSOLE + (/["']node:https?["']/.test(code) ? HTTP : '')
}
