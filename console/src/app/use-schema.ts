// Tables and columns that somebody else makes while screens of the project are open.
import { useEffect } from 'react'
import { queryClient } from '#api/client/query-client.ts'
import { useMay } from '#api/organisations/permissions.ts'

// However many changes there are, what they make old is read again at most so often.
const BETWEEN_MS = 1000

/** useSchema has what shows the schema of a project read again when it changes. */
export function useSchema(projectId: string | undefined): void {
  const follows = useMay(projectId)('realtime:read')
  useEffect(() => {
    if (projectId === undefined || !follows) return
    let stop: (() => void) | undefined
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const refresh = async () => {
      timer = undefined
      last = Date.now()
      const { schemaKeys } = await import('#api/data/schema.ts')
      for (const queryKey of schemaKeys(projectId)) void queryClient.invalidateQueries({ queryKey })
    }
    const begin = async () => {
      const { watchSchema } = await import('#api/data/live.ts')
      if (isGone) return
      const changed = () => {
        timer ??= setTimeout(refresh, Math.max(0, last + BETWEEN_MS - Date.now()))
      }
      stop = watchSchema(projectId, changed).unsubscribe
    }
    // Without its code the screens are as old as they were before.
    begin().catch(() => undefined)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [projectId, follows])
}
