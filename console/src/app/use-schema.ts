// Tables and columns that somebody else makes while screens of the project are open.
import { useEffect } from 'react'
import { useMay } from '#api/organisations/permissions.ts'

/** useSchema has what shows the schema of a project read again when it changes. */
export function useSchema(projectId: string | undefined): void {
  const follows = useMay(projectId)('realtime:read')
  useEffect(() => {
    if (projectId === undefined || !follows) return
    const gone = new AbortController()
    const begin = async () => (await import('#api/data/live.ts')).followSchema(projectId, gone.signal)
    // Without its code the screens show what they have read.
    begin().catch(() => undefined)
    return () => gone.abort()
  }, [projectId, follows])
}
