// The files behind what is chosen in a list, of which folders hold several.
import { useQuery } from '@tanstack/react-query'
import type { Bucket, StorageObject } from '#api/client/schemas.ts'
import { filesInFolder, storageKey } from '#api/services/storage.ts'

/** ChosenProps are those of dialogs about chosen files; names of folders end in a slash. */
export interface ChosenProps {
  readonly projectId: string
  readonly bucket: Bucket
  readonly names: readonly string[]
}

/** useChosenFiles finds the files, of each folder up to 1,000. */
export function useChosenFiles({ projectId, bucket, names }: ChosenProps) {
  return useQuery({
    queryKey: [...storageKey(projectId), 'chosen', bucket.slug, names],
    queryFn: async () => {
      const found: StorageObject[] = []
      for (const name of names) {
        const all = await filesInFolder(projectId, bucket.slug, name)
        found.push(...all.filter((file) => name.endsWith('/') || file.name === name))
      }
      return found
    },
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
