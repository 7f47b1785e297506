// The driver of clients/conformance: reads a case from each line, runs it with a client of its own, and writes what came of it.
import { type ClientOptions, createClient, isMsingiError } from '@msingi/client'
import { linesOf } from './lines.ts'

type Call = readonly [name: string, ...args: unknown[]]
type Step = { readonly do: readonly Call[] }
interface Line {
  readonly client: Readonly<Record<string, unknown>> & {
    readonly url: string
    readonly session: object | null
  }
  readonly steps: readonly (Step | readonly Step[])[]
}
type Outcome = { readonly value: unknown } | { readonly error: object }

// How this language spells what has another name in cases.
const SPELLINGS: Readonly<Record<string, string>> = { insertMany: 'insert', upsertMany: 'upsert' }

for await (const line of linesOf(process.stdin)) {
  const { client: settings, steps }: Line = JSON.parse(line)
  const outcomes: (Outcome | readonly Outcome[])[] = []
  const client = openClient(settings)
  const run = (step: Step) => outcomeOf(() => take(client, step.do, outcomes))
  for (const step of steps) outcomes.push('do' in step ? await run(step) : await Promise.all(step.map(run)))
  process.stdout.write(`${JSON.stringify({ results: outcomes })}\n`)
}

function openClient({ url, session, timeout, connect_timeout: _, ...options }: Line['client']): object {
  const stored = session === null ? null : JSON.stringify(session)
  const kept = new Map([[`msingi.session.${options.project}`, stored]])
  const storage = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  }
  const more = { bigNumbers: 'text', ...inMilliseconds({ timeout }), storage }
  return createClient(url, { ...options, ...more } as unknown as ClientOptions)
}

async function take(client: object, chain: readonly Call[], outcomes: readonly unknown[]): Promise<unknown> {
  let at: unknown = client
  for (const [name, ...given] of chain) {
    if (name === 'all') at = await Array.fromAsync(at as AsyncIterable<unknown>)
    else if (name === 'subscribe')
      at = await hear(
        Object(at),
        given.map((one) => argument(one, outcomes)),
        (chain) => take(client, chain, outcomes),
      )
    else if (name !== 'list' || 'list' in Object(at)) {
      at = call(
        Object(at),
        name,
        given.map((one) => argument(one, outcomes)),
      )
      // A query, which can be awaited as well, is sent at the end.
      if (at instanceof Promise) at = await at
    }
  }
  return at
}

interface Script {
  readonly live?: readonly (readonly Call[])[]
  readonly until?: number
  readonly fails?: number
}

/** hear follows a table or a channel as a case says, and returns what came of it. */
async function hear(
  target: object,
  args: readonly unknown[],
  run: (chain: readonly Call[]) => Promise<unknown>,
): Promise<object> {
  const [options, { live = [], until = 0, fails }] = args.slice(-2) as [object, Script]
  const [events, did]: [unknown[], unknown[]] = [[], []]
  const [isLive, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let position: unknown = null
  const listener = (event: unknown) => {
    if (events.length + 1 === fails) throw new Error('This callback fails.')
    events.push(event)
    if (!isTable && events.length === until) isOver.resolve()
  }
  const isTable = args.length === 3
  const subscription: { unsubscribe(): void } = Reflect.apply(
    Object(Reflect.get(target, 'subscribe')),
    target,
    [
      ...args.slice(0, -2),
      listener,
      {
        ...options,
        onStatus: (status: string, error?: Error) => {
          if (status === 'live') isLive.resolve()
          if (status !== 'closed') return
          if (fails === undefined && error !== undefined) isOver.reject(error)
          else isOver.resolve()
        },
        ...(isTable && {
          onPosition: (next: unknown) => {
            position = next
            if (events.length === until && until > 0) isOver.resolve()
          },
        }),
      },
    ],
  )
  // A callback can fail before it is live, with what comes again.
  await Promise.race([isLive.promise, isOver.promise])
  for (const chain of live) {
    const outcome = await outcomeOf(() => run(chain))
    did.push('value' in outcome ? outcome.value : outcome.error)
  }
  if (until > 0 || fails !== undefined) await isOver.promise
  subscription.unsubscribe()
  return { events, did, position }
}

function call(target: object, name: string, args: readonly unknown[]): unknown {
  const found = Reflect.get(target, SPELLINGS[name] ?? name)
  if (typeof found !== 'function') return found
  return Reflect.apply(found, target, spelled(name, args))
}

/** spelled returns arguments as this language has them: a chain is a callback, and times are milliseconds. */
function spelled(name: string, args: readonly unknown[]): readonly unknown[] {
  if (name === 'related') {
    const [shown, chain] = args as [string, readonly Call[]]
    const refine = (rows: object) => chain.reduce((at, [each, ...more]) => Object(call(at, each, more)), rows)
    return [shown, refine]
  }
  if (name !== 'with') return args
  return args.map((limits) => inMilliseconds(Object(limits)))
}

function inMilliseconds({ timeout, ...more }: Record<string, unknown>): object {
  return timeout === undefined ? more : { ...more, timeout: Number(timeout) * 1000 }
}

function argument(given: unknown, outcomes: readonly unknown[]): unknown {
  if (Array.isArray(given)) return given.map((one) => argument(one, outcomes))
  if (typeof given !== 'object' || given === null) return given
  if ('$bytes' in given) return new TextEncoder().encode(String(given.$bytes))
  if ('$repeat' in given) {
    const [value, times] = given.$repeat as [unknown, number]
    return Array.from({ length: times }, () => value)
  }
  if ('$result' in given) {
    const { $result, at = '' } = given as { readonly $result: number; readonly at?: string }
    const value = Reflect.get(outcomes[$result] as object, 'value')
    return at
      .split('.')
      .filter(Boolean)
      .reduce((found, part) => Reflect.get(found, part), value)
  }
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, argument(one, outcomes)]))
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await plain(await work()) }
  } catch (error) {
    if (!isMsingiError(error)) return { error: { status: 0, message: String(error) } }
    const { status, code, message, errors, details, retryAfter, challenged } = error
    const request_id: unknown = Reflect.get(error, 'requestId')
    return {
      error: { status, code, message, errors, details, retry_after: retryAfter, request_id, challenged },
    }
  }
}

async function plain(value: unknown): Promise<unknown> {
  return value instanceof Blob ? value.text() : value
}
