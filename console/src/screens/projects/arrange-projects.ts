// Search and order of the list of projects. GET /projects returns all of them, so it is done here.
import type { Project } from '#api/client/schemas.ts'

const ORDERS: Readonly<Record<string, (a: Project, b: Project) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  created_at: (a, b) => a.created_at.localeCompare(b.created_at),
  bytes: (a, b) => (a.figures?.bytes ?? 0) - (b.figures?.bytes ?? 0),
  requests: (a, b) => (a.figures?.requests ?? 0) - (b.figures?.requests ?? 0),
}

/** arrangeProjects returns the projects whose name or id has the text in it, in an order such as `-created_at`. */
export function arrangeProjects(projects: readonly Project[], search: string, sort: string): Project[] {
  const text = search.trim().toLowerCase()
  const found = projects.filter(({ name, id }) => name.toLowerCase().includes(text) || id.startsWith(text))
  const ordered = found.toSorted(ORDERS[sort.replace(/^-/, '')] ?? ORDERS.created_at)
  return sort.startsWith('-') ? ordered.reverse() : ordered
}
