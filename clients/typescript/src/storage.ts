// Where a session outlives the page: the browser's local storage, memory elsewhere, or what the caller brings.
import { runtime } from './runtime.ts'

/** SessionStorage keeps one text under a name. Its methods may be asynchronous. */
export interface SessionStorage {
  get(name: string): string | null | Promise<string | null>
  set(name: string, value: string): void | Promise<void>
  remove(name: string): void | Promise<void>
}

/** createMemoryStorage keeps sessions until the process ends. */
export function createMemoryStorage(): SessionStorage {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  }
}

/** defaultStorage is local storage where there is one that may be used. */
export function defaultStorage(): SessionStorage {
  const local = localStorage()
  if (local === undefined) return createMemoryStorage()
  return {
    get: (name) => local.getItem(name),
    set: (name, value) => local.setItem(name, value),
    remove: (name) => local.removeItem(name),
  }
}

// Node has a local storage that warns when it is touched; a browser may forbid it and throw.
function localStorage(): (typeof runtime)['localStorage'] {
  if (runtime.document === undefined) return undefined
  try {
    return runtime.localStorage
  } catch {
    return undefined
  }
}
