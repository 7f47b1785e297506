// What a key with some scopes can do, as permissions of dashboard users: nobody makes a key that may more than they do.
import { PERMISSIONS, type Permission } from '#platform/credentials/permissions.ts'
import { KEY_AREAS } from './key-scopes.ts'

// What else a scope allows than the permission of its name.
const MORE: Readonly<Record<string, readonly Permission[]>> = {
  'data:write': ['data:purge'],
  'secrets:read': ['secrets:reveal'],
  'webhooks:write': ['webhooks:configure'],
  'payments:write': ['payments:configure'],
}

/** permissionsOfScopes returns the permissions that stand for scopes; `write` includes `read`, `*` everything. */
export function permissionsOfScopes(scopes: readonly string[]): string[] {
  const all = scopes.includes('*') ? KEY_AREAS.map((area) => `${area}:write`) : scopes
  return all.flatMap(allowedBy).filter((name) => PERMISSIONS.has(name))
}

function allowedBy(scope: string): string[] {
  const [area, level] = scope.split(':')
  const read = `${area}:read`
  const names = level === 'write' ? [scope, read] : [scope]
  return names.flatMap((name) => [name, ...(MORE[name] ?? [])])
}
