// Projects by a part of their name: there can be thousands, so that the server searches.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Project } from '#api/client/schemas.ts'
import { FOUND_LIMIT, foundProjectsQuery } from '#api/project/projects.ts'

const PAUSE_MS = 150

/** FoundProjects are the projects found so far; `isComplete` is false while the server still searches for `text`. */
export interface FoundProjects {
  readonly projects: readonly Project[]
  readonly isComplete: boolean
}

/** useFoundProjects returns projects of which `text` is a part, and asks the server once the typing pauses. */
export function useFoundProjects(text: string): FoundProjects {
  const search = text.trim()
  const settled = useSettled(search)
  const first = useQuery(foundProjectsQuery(''))
  const found = useQuery(foundProjectsQuery(settled))
  const isPart = ({ id, name }: Project) => id === search || name.toLowerCase().includes(search.toLowerCase())
  // Where all are known, there is nothing to wait for.
  if (first.data !== undefined && first.data.length < FOUND_LIMIT)
    return { projects: first.data.filter(isPart), isComplete: true }
  const isComplete = settled === search && !found.isPlaceholderData && !found.isPending
  return { projects: isComplete ? (found.data ?? []) : (found.data ?? []).filter(isPart), isComplete }
}

/** useSettled returns a text once its typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
