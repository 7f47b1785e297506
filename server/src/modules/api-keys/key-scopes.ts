// The scopes of API keys: areas of the API that keys reach, each to be read or written, and everything.
import { suggestion } from '#engine/shapes/nearest-names.ts'

/** KEY_AREAS are the areas that keys have scopes for: those of all routes that take keys. */
export const KEY_AREAS = [
  'auth',
  'data',
  'env',
  'functions',
  'payments',
  'query',
  'realtime',
  'secrets',
  'storage',
  'webhooks',
] as const

type KeyArea = (typeof KEY_AREAS)[number]

/** KeyScope allows to read or write an area, or everything. */
export type KeyScope = '*' | `${KeyArea}:${'read' | 'write'}`

/** KEY_SCOPES are all scopes. */
export const KEY_SCOPES: readonly KeyScope[] = [
  '*',
  ...KEY_AREAS.flatMap((area): KeyScope[] => [`${area}:read`, `${area}:write`]),
]

const MAX_SHOWN = 60

/** scopeProblem returns what is wrong with a scope that does not exist, with the areas that were probably meant. */
export function scopeProblem(given: unknown): string {
  const form = 'must be `*`, `<area>:read` or `<area>:write`'
  if (typeof given !== 'string') return form
  const [area = '', level, ...rest] = given.split(':')
  if (KEY_AREAS.some((one) => one === area)) return `${form}, such as ${area}:read`
  if (level === undefined || rest.length > 0) return form
  return `there is no area ${area.slice(0, MAX_SHOWN)}.${suggestion(area, KEY_AREAS)}`
}
