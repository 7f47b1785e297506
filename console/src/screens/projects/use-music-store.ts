// The music store of a project: how far its loading is, and whether it can go on.
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Table } from '#api/client/schemas.ts'
import {
  isFilledQuery,
  loadMusicStore,
  MUSIC_STORE,
  type StoreLoad,
  storeLoadOf,
  subscribeStoreLoads,
  tablesOfStore,
} from '#api/data/music-store.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { toast, toastFailure } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** MusicStore is what its door shows. */
export interface MusicStore {
  readonly mayLoad: boolean
  /** now is the load that runs. */
  readonly now: StoreLoad | undefined
  /** isUnfinished is whether some of it is there, and not all. */
  readonly isUnfinished: boolean
  readonly load: () => Promise<void>
}

/** useMusicStore loads it; `own` are the tables of the project that can be written. */
export function useMusicStore(projectId: string, own: readonly Table[]): MusicStore {
  const { first } = useMessages(messages)
  const { format } = useLanguage()
  const may = useMay(projectId)
  const mayLoad = may('schema:write') && may('policies:write') && may('data:write') && may('data:read')
  const now = useSyncExternalStore(subscribeStoreLoads, () => storeLoadOf(projectId))
  const made = tablesOfStore(own)
  const areAllMade = made === MUSIC_STORE.tables
  const { data: isFilled } = useQuery({ ...isFilledQuery(projectId), enabled: mayLoad && areAllMade })
  const load = async () => {
    if (storeLoadOf(projectId) !== undefined) return
    try {
      await loadMusicStore(projectId, first.musicTaken)
      toast(first.musicLoaded(format.number(MUSIC_STORE.rows)))
    } catch (error) {
      toastFailure(first.music, error as Error, load)
    }
  }
  return { mayLoad, now, isUnfinished: mayLoad && (areAllMade ? isFilled === false : made > 0), load }
}
