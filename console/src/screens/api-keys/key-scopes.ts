// Scopes of a key as what is allowed in each area, and back.
import type { ApiKey, ApiKeyScope } from '#api/client/schemas.ts'

/** Area is a part of the API that keys have scopes for. */
export type Area = ApiKeyScope extends infer Scope
  ? Scope extends `${infer Name}:read`
    ? Name
    : never
  : never

/** Level is what a key may do in an area; `write` includes reading. */
export type Level = 'none' | 'read' | 'write'

/** Levels maps areas to what is allowed there. */
export type Levels = Partial<Record<Area, Level>>

const AREAS: readonly Area[] = [
  'data',
  'query',
  'auth',
  'realtime',
  'storage',
  'functions',
  'payments',
  'webhooks',
  'env',
  'secrets',
]
// Their routes take secret keys alone.
const FOR_SERVERS: ReadonlySet<Area> = new Set(['webhooks', 'env', 'secrets'])

/** areasFor returns the areas that a key of this kind can reach, and those that it has scopes for anyway. */
export function areasFor(kind: ApiKey['kind'], scopes: readonly string[]): readonly Area[] {
  const levels = levelsOf(scopes)
  return AREAS.filter((area) => kind === 'secret' || !FOR_SERVERS.has(area) || levels[area] !== undefined)
}

/** levelsOf returns what scopes allow by area; `*` is not among them. */
export function levelsOf(scopes: readonly string[]): Levels {
  const levelOf = (area: Area): Level | undefined => {
    if (scopes.includes(`${area}:write`)) return 'write'
    return scopes.includes(`${area}:read`) ? 'read' : undefined
  }
  return Object.fromEntries(
    AREAS.flatMap((area) => {
      const level = levelOf(area)
      return level === undefined ? [] : [[area, level]]
    }),
  )
}

/** scopesOf returns the scopes that stand for levels. */
export function scopesOf(levels: Levels): ApiKeyScope[] {
  return AREAS.flatMap((area): ApiKeyScope[] => {
    const level = levels[area] ?? 'none'
    return level === 'none' ? [] : [`${area}:${level}`]
  })
}
