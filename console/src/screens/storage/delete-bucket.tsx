// The end of a bucket with its files, after its name has been typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bucket } from '#api/schemas.ts'
import { bucketsQuery, deleteBucket } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => deleteBucket(projectId, bucket.id),
    onSuccess: async () => {
      toast(m.storage.bucketDeleted(bucket.name))
      onClose()
      await client.invalidateQueries({ queryKey: bucketsQuery(projectId).queryKey })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.storage.deleteTitle(bucket.name)}
      about={m.storage.deleteBucketHint}
      action={m.storage.delete}
      name={bucket.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
