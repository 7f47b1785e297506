// One file: its preview, what is known about it, its addresses, and what can be done to it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Bucket, StorageObject } from '#api/schemas.ts'
import { fileQuery, publicUrl, signDownload } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { type Detail, Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { toastError } from '#ui/toast.tsx'
import { FilePreview } from './file-preview.tsx'
import { MoveFile } from './move-file.tsx'
import { SignLink } from './sign-link.tsx'
import classes from './storage.module.css'

const DOWNLOAD_SECONDS = 60

/** FileDrawer shows a file at the side of the list. */
export function FileDrawer({
  projectId,
  bucket,
  fileId,
  mayWrite,
  onDelete,
  onClose,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly fileId: string
  readonly mayWrite: boolean
  readonly onDelete: (name: string) => void
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const file = useQuery(fileQuery(projectId, fileId))
  const [act, setAct] = useState<'move' | 'copy' | 'sign'>()
  const found = file.data
  const download = useMutation({
    mutationFn: () => signDownload(projectId, fileId, DOWNLOAD_SECONDS, true),
    // The browser saves it: the answer says that it is an attachment.
    onSuccess: ({ url }) => location.assign(url),
    onError: toastError,
  })
  const footer =
    found === undefined ? undefined : (
      <>
        {mayWrite ? (
          <>
            <Button kind="quiet" onClick={() => onDelete(found.name)}>
              {m.storage.delete}
            </Button>
            <Button onClick={() => setAct('copy')}>{m.storage.copy}</Button>
            <Button onClick={() => setAct('move')}>{m.storage.move}</Button>
          </>
        ) : null}
        <Button onClick={() => setAct('sign')}>{m.storage.sign}</Button>
        <Button kind="primary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden />
          {m.storage.download}
        </Button>
      </>
    )
  const close = () => setAct(undefined)
  return (
    <>
      <Drawer
        open={act === undefined}
        title={found?.name.split('/').at(-1) ?? m.storage.file}
        onClose={onClose}
        footer={footer}
      >
        {file.isPending ? <Skeleton lines={6} /> : null}
        {file.isError ? <ErrorState error={file.error} onRetry={file.refetch} /> : null}
        {found === undefined ? null : (
          <>
            <FilePreview projectId={projectId} file={found} />
            <Facts projectId={projectId} bucket={bucket} file={found} />
          </>
        )}
      </Drawer>
      {found === undefined || act === undefined || act === 'sign' ? null : (
        <MoveFile projectId={projectId} bucket={bucket} file={found} act={act} onClose={close} />
      )}
      {found !== undefined && act === 'sign' ? (
        <SignLink projectId={projectId} file={found} onClose={close} />
      ) : null}
    </>
  )
}

function Facts({
  projectId,
  bucket,
  file,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly file: StorageObject
}) {
  const { m, format } = useLanguage()
  const items: Detail[] = [
    { title: m.storage.fullName, value: <code>{file.name}</code> },
    { title: m.storage.columns.type, value: file.mime_type },
    { title: m.storage.columns.size, value: format.bytes(file.size) },
    { title: m.storage.checksum, value: <code>{file.checksum}</code> },
    { title: m.storage.owner, value: file.owner_id === null ? '—' : <code>{file.owner_id}</code> },
    { title: m.storage.columns.created, value: <Moment iso={file.created_at} /> },
    { title: m.storage.columns.changed, value: <Moment iso={file.updated_at} /> },
  ]
  if (file.cache_control !== null)
    items.push({ title: 'Cache-Control', value: <code>{file.cache_control}</code> })
  if (Object.keys(file.metadata).length > 0)
    items.push({ title: m.storage.metadata, value: <pre>{JSON.stringify(file.metadata, null, 2)}</pre> })
  return (
    <>
      <CopyField text={file.id} what={m.storage.id} />
      {bucket.is_public ? (
        <div className={classes.labelled}>
          <span>{m.storage.publicAddress}</span>
          <CopyField text={publicUrl(projectId, bucket.id, file.id)} what={m.storage.publicAddress} />
        </div>
      ) : null}
      <Details items={items} />
    </>
  )
}
