// Projects by a part of their name: there can be thousands, so that the server searches.
import { useQuery } from '@tanstack/react-query'
import type { Project } from '#api/client/schemas.ts'
import { FOUND_LIMIT, foundProjectsQuery } from '#api/project/projects.ts'
import { useLate } from '#ui/forms/late.ts'

/** FIND_PAUSE_MS is how long the typing pauses before the server is asked. */
export const FIND_PAUSE_MS = 150

/** FoundProjects are the projects found so far; `isComplete` is false while the server still searches for `text`. */
export interface FoundProjects {
  readonly projects: readonly Project[]
  readonly isComplete: boolean
}

/** useFoundProjects returns projects of which `text` is a part, and asks the server once the typing pauses. */
export function useFoundProjects(text: string): FoundProjects {
  const search = text.trim()
  const settled = useLate(search, FIND_PAUSE_MS)
  const first = useQuery(foundProjectsQuery(''))
  const found = useQuery(foundProjectsQuery(settled))
  const isPart = ({ id, name }: Project) => id === search || name.toLowerCase().includes(search.toLowerCase())
  // Where all are known, there is nothing to wait for.
  if (first.data !== undefined && first.data.length < FOUND_LIMIT)
    return { projects: first.data.filter(isPart), isComplete: true }
  const isComplete = settled === search && !found.isPlaceholderData && !found.isPending
  return { projects: isComplete ? (found.data ?? []) : (found.data ?? []).filter(isPart), isComplete }
}
