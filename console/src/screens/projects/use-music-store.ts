// The music store of a project: how far its loading is, and whether it can go on.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { isUnfinished, loadMusicStore, MUSIC_STORE } from '#api/data/music-store.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** MusicStore is what its door shows. */
export interface MusicStore {
  /** now is the table that is being loaded, and how much of all is there, up to 1. */
  readonly now: { readonly table: string; readonly part: number } | undefined
  /** hasBegun is whether some of it is there, and not all. */
  readonly hasBegun: boolean
  readonly load: () => void
}

/** useMusicStore loads it; `slugs` are the tables of the project. */
export function useMusicStore(projectId: string, slugs: readonly string[]): MusicStore {
  const { first } = useMessages(messages)
  const { format } = useLanguage()
  const client = useQueryClient()
  const [now, setNow] = useState<MusicStore['now']>()
  const loading = useAct(first.music, {
    mutationFn: async () => {
      const tables = await client.fetchQuery({ ...tablesQuery(projectId), staleTime: 0 })
      const there = tables.map(({ slug }) => slug)
      await loadMusicStore(projectId, there, (table, part) => setNow({ table, part }))
    },
    onSuccess: () => toast(first.musicLoaded(format.number(MUSIC_STORE.rows))),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['projects', projectId] })
      setNow(undefined)
    },
  })
  return {
    now,
    hasBegun: loading.isPending || loading.isError || isUnfinished(slugs),
    load: () => (loading.isPending ? undefined : loading.mutate()),
  }
}
