// Calls operations on a real server, and keeps the first good exchange with each as its example.
import { type Example, operationOf } from '#platform/http/openapi/api-operations.ts'
import type { Answer, CallOptions, TestApp } from '#test/harness.ts'

/** Examples are exchanges by operation, and the bodies of refusals by status. */
export interface Examples {
  readonly operations: Record<string, Example>
  readonly refusals: Record<string, unknown>
}

/** ExampleCall is a request; `query` goes into the address. A `raw` body is bytes, which no example shows. */
export interface ExampleCall extends CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** Recorder makes requests. Paths are relative to /api/v1, or to the root after `//`. */
export interface Recorder {
  readonly examples: Examples
  /** call keeps an exchange that went well, and throws where it did not. */
  call(method: string, path: string, call?: ExampleCall): Promise<Answer>
  /** refused keeps the body of a refusal, and throws where there is none. */
  refused(status: number, method: string, path: string, call?: ExampleCall): Promise<void>
}

/** createRecorder makes a recorder; `templates` are the paths of the description. */
export function createRecorder(app: TestApp, templates: readonly string[]): Recorder {
  const examples: Examples = { operations: {}, refusals: {} }
  const send = (method: string, path: string, { query = {}, ...call }: ExampleCall) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) search.append(name, String(one))
    return app.api(method, search.size === 0 ? path : `${path}?${search}`, call)
  }
  return {
    examples,
    async call(method, path, call = {}) {
      const answer = await send(method, path, call)
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
      const { template, params } = match(path, templates)
      const operation = operationOf(method, template.replace(/\{(\w+)\}/g, ':$1'))
      examples.operations[operation] ??= {
        ...(Object.keys(params).length === 0 ? {} : { path: params }),
        ...(call.query === undefined ? {} : { query: call.query }),
        ...(call.body === undefined ? {} : { body: call.body }),
        status: answer.status,
        ...(answer.body === undefined ? {} : { answer: answer.body }),
      }
      return answer
    },
    async refused(status, method, path, call = {}) {
      const answer = await send(method, path, call)
      if (answer.status !== status) throw new Error(`${method} ${path} is not ${status}: ${answer.text}`)
      examples.refusals[status] ??= answer.body
    },
  }
}

/** match finds the path of the description that fits: of several, the one with the fewest parameters. */
export function match(path: string, templates: readonly string[]) {
  const parts = (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`).split('/')
  const fitting = templates
    .map((template) => ({ template, names: template.split('/') }))
    .filter(
      ({ names }) =>
        names.length === parts.length && names.every((name, i) => name.startsWith('{') || name === parts[i]),
    )
    .toSorted((a, b) => parametersOf(a.names).length - parametersOf(b.names).length)
  const [best] = fitting
  if (best === undefined) throw new Error(`the description has no path for ${path}`)
  const params = parametersOf(best.names).map((name) => [
    name.slice(1, -1),
    String(parts[best.names.indexOf(name)]),
  ])
  return { template: best.template, params: Object.fromEntries(params) as Record<string, string> }
}

function parametersOf(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('{'))
}
