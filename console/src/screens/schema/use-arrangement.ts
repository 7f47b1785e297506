// The arrangement of the project, which all members share.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import type { Diagram } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { itemQuery, putItem } from '#api/project/console-items.ts'
import { arranged, arrangementOf, type Changes, KEY, merged } from '#diagram/arrangement.ts'
import { toastError } from '#ui/overlays/toast.tsx'

const PATIENCE_MS = 400
const ATTEMPTS = 3

/**
 * useArrangement returns the arrangement, and `arrange` that changes it. Changes are shown at once and kept soon after; where a
 * colleague was faster, they are made to what the colleague has left. Viewers change it for as long as they look at it.
 */
export function useArrangement(projectId: string, diagram: Diagram) {
  const client = useQueryClient()
  const may = useMay(projectId)('console:write')
  const query = itemQuery(projectId, 'project', KEY)
  const { data: item, isPending } = useQuery({ ...query, retry: false })
  const [changes, setChanges] = useState<Changes>({})
  const unsaved = useRef<Changes>({})
  const kept = useMemo(() => arrangementOf(item?.value), [item])
  const arrangement = useMemo(() => arranged(diagram, kept, changes), [diagram, kept, changes])

  const put = async (mine: Changes): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const now = await client.fetchQuery({ ...query, staleTime: attempt === 1 ? Infinity : 0 })
      const tables = arranged(diagram, arrangementOf(now.value), mine)
      try {
        const next = await putItem(projectId, 'project', KEY, { value: { tables }, version: now.version })
        client.setQueryData(query.queryKey, next)
        return
      } catch (error) {
        const isLate = error instanceof ApiError && error.status === 412
        if (!isLate || attempt === ATTEMPTS) throw error
      }
    }
  }
  // One after the other: each begins with the version that the last one made.
  const saving = useRef(Promise.resolve())
  const save = useEffectEvent(() => {
    if (!may) return
    saving.current = saving.current.then(async () => {
      const mine = unsaved.current
      if (Object.keys(mine).length === 0) return
      try {
        await put(mine)
        const rest = Object.entries(unsaved.current).filter(([id, change]) => mine[id] !== change)
        unsaved.current = Object.fromEntries(rest)
        setChanges(unsaved.current)
      } catch (error) {
        toastError(error as Error)
      }
    })
  })
  useEffect(() => {
    if (Object.keys(changes).length === 0) return
    const timer = setTimeout(() => save(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [changes])
  useEffect(() => () => save(), [])

  const arrange = (more: Changes) => {
    unsaved.current = merged(unsaved.current, more)
    setChanges(unsaved.current)
  }
  return { arrangement, arrange, isPending }
}
