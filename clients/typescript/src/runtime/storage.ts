// Where the session is stored: the browser's local storage, memory elsewhere, or the caller's own storage.
import { runtime } from './runtime.ts'

/** SessionStorage stores texts by name. Its methods can be asynchronous. */
export interface SessionStorage {
  get(name: string): string | null | Promise<string | null>
  set(name: string, value: string): void | Promise<void>
  remove(name: string): void | Promise<void>
}

/** createMemoryStorage returns a storage that lasts until the process ends. */
export function createMemoryStorage(): SessionStorage {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  }
}

/** defaultStorage returns local storage if it is available, else memory. */
export function defaultStorage(): SessionStorage {
  const local = localStorage()
  if (local === undefined) return createMemoryStorage()
  return {
    get: (name) => local.getItem(name),
    set: (name, value) => local.setItem(name, value),
    remove: (name) => local.removeItem(name),
  }
}

// Node's local storage prints a warning when it is accessed; a browser can forbid the access and throw.
function localStorage(): (typeof runtime)['localStorage'] {
  if (runtime.document === undefined) return undefined
  try {
    return runtime.localStorage
  } catch {
    return undefined
  }
}
