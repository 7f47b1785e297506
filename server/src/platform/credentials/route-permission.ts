// Which permission a route needs of dashboard users.
import type { Access } from './actor.ts'
import {
  isOperatorPermission,
  type OperatorPermission,
  PERMISSIONS,
  type RoutePermission,
} from './permissions.ts'

/** levelOf returns what a request with this method does: it reads or writes. */
export function levelOf({ level }: Access, method: string): 'read' | 'write' {
  return level ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')
}

/**
 * permissionOf returns what a route needs of dashboard users, `self` where they need nothing but their account, or
 * undefined if it is not for them. It throws if the route does not declare a permission that exists.
 */
export function permissionOf(
  access: Access | undefined,
  method: string,
  url = '',
): RoutePermission | undefined {
  if (access === undefined || !access.by.includes('dashboard')) return undefined
  const name = access.permission ?? `${access.scope}:${levelOf(access, method)}`
  if (isForAccounts(name) || PERMISSIONS.has(name)) return name
  throw new Error(`${method} ${url} declares no permission for dashboard users (config.access): ${name}`)
}

// No role of an organisation has these, and no module contributes them.
function isForAccounts(name: string): name is 'self' | OperatorPermission {
  return name === 'self' || isOperatorPermission(name)
}
