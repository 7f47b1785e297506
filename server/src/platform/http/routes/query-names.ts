// Query parameters that a route of the control plane does not have are refused: a filter that is misspelt would list everything.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { App } from './app-types.ts'

const MAX_NAME = 200

/** checkQueryNames adds the hook. It is for routes that dashboard users may call; one whose schema is loose takes any names. */
export function checkQueryNames(app: App): void {
  app.addHook('preValidation', ({ query, routeOptions }, _reply, done) => {
    const given = Object.keys(query as object)
    const schema = routeOptions.schema?.querystring
    const known = given.length > 0 && isControlPlane(routeOptions) ? namesOf(schema) : undefined
    const unknown = given.find((name) => known?.includes(name) === false || isPassedOver(name, schema))
    done(unknown === undefined ? undefined : refusal(unknown, known))
  })
}

// zod passes over this name, and a filter would be gone without a word.
function isPassedOver(name: string, schema: unknown): boolean {
  return name === '__proto__' && schema !== undefined
}

// Functions take any names, and are no part of the API.
function isControlPlane({ url = '', config }: FastifyRequest['routeOptions']): boolean {
  return url.startsWith('/api/v1/') && config.access?.by.includes('dashboard') === true
}

// Undefined where any name will do.
function namesOf(schema: unknown): readonly string[] | undefined {
  if (schema === undefined) return []
  if (schema instanceof z.ZodPipe) return namesOf(schema.in)
  if (!(schema instanceof z.ZodObject)) return undefined
  const { catchall } = schema.def
  return catchall === undefined || catchall instanceof z.ZodNever ? Object.keys(schema.shape) : undefined
}

function refusal(name: string, known: readonly string[] | undefined) {
  const hint = known?.length === 0 ? ' This address takes none.' : suggestion(name, known ?? [])
  return invalidInput(`There is no parameter ${name.slice(0, MAX_NAME)}.${hint}`, {
    fields: [name.slice(0, MAX_NAME)],
  })
}
