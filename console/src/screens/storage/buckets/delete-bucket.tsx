// The end of a bucket with its files, after its name has been typed.
import { useQueryClient } from '@tanstack/react-query'
import type { Bucket } from '#api/client/schemas.ts'
import { bucketsQuery, deleteBucket } from '#api/services/storage.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

/** DeleteBucket asks before a bucket goes with all that is in it. */
export function DeleteBucket({
  projectId,
  bucket,
  onClose,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={m.deleteTitle(bucket.name)}
      about={m.deleteBucketHint}
      action={m.delete}
      name={bucket.name}
      done={m.bucketDeleted(bucket.name)}
      onConfirm={() => deleteBucket(projectId, bucket.id)}
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: bucketsQuery(projectId).queryKey })
      }}
      onClose={onClose}
    />
  )
}
