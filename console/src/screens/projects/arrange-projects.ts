// Search and order of the list of projects. GET /projects returns all of them, so it is done here.
import type { Project } from '#api/client/schemas.ts'

/** arrangeProjects returns the projects whose name or id has the text in it, in an order such as `-created_at`. */
export function arrangeProjects(projects: readonly Project[], search: string, sort: string): Project[] {
  const text = search.trim().toLowerCase()
  const found = projects.filter(({ name, id }) => name.toLowerCase().includes(text) || id.startsWith(text))
  const by = sort.endsWith('name') ? 'name' : 'created_at'
  const ordered = found.toSorted((a, b) => a[by].localeCompare(b[by]))
  return sort.startsWith('-') ? ordered.reverse() : ordered
}
