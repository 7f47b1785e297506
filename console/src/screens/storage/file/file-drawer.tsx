// One file: its preview, what is known about it, its addresses, and what can be done to it.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Bucket, StorageObject } from '#api/client/schemas.ts'
import { fileQuery, publicUrl, signDownload } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField, CopyText } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { type Detail, Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { FilePreview } from './file-preview.tsx'
import { MoveFile } from './move-file.tsx'
import { SignLink } from './sign-link.tsx'

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
  const m = useMessages(messages)
  const file = useQuery(fileQuery(projectId, fileId))
  const [act, setAct] = useState<'move' | 'copy' | 'sign'>()
  const found = file.data
  const download = useAct(m.download, {
    mutationFn: () => signDownload(projectId, fileId, DOWNLOAD_SECONDS, true),
    // The browser saves it: the answer says that it is an attachment.
    onSuccess: ({ url }) => location.assign(url),
  })
  const footer =
    found === undefined ? undefined : (
      <>
        {mayWrite ? (
          <>
            <Button kind="quiet" onClick={() => onDelete(found.name)}>
              {m.delete}
            </Button>
            <Button onClick={() => setAct('copy')}>{m.copy}</Button>
            <Button onClick={() => setAct('move')}>{m.move}</Button>
          </>
        ) : null}
        <Button onClick={() => setAct('sign')}>{m.sign}</Button>
        <Button kind="primary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden />
          {m.download}
        </Button>
      </>
    )
  const close = () => setAct(undefined)
  return (
    <>
      <Drawer
        open={act === undefined}
        title={found?.name.split('/').at(-1) ?? m.file}
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
  const m = useMessages(messages)
  const { format } = useLanguage()
  const items: Detail[] = [
    { title: m.fullName, value: <CopyText text={file.name} what={m.fullName} /> },
    { title: m.columns.type, value: file.mime_type },
    { title: m.columns.size, value: format.bytes(file.size) },
    { title: m.checksum, value: <CopyText text={file.checksum} what={m.checksum} /> },
    {
      title: m.owner,
      value: file.owner_id === null ? '—' : <CopyText text={file.owner_id} what={m.owner} />,
    },
    { title: m.columns.created, value: <Moment iso={file.created_at} /> },
    { title: m.columns.changed, value: <Moment iso={file.updated_at} /> },
  ]
  if (file.cache_control !== null)
    items.push({ title: 'Cache-Control', value: <code>{file.cache_control}</code> })
  if (Object.keys(file.metadata).length > 0)
    items.push({ title: m.metadata, value: <pre>{JSON.stringify(file.metadata, null, 2)}</pre> })
  return (
    <>
      <CopyField text={file.id} what={m.id} />
      {bucket.is_public ? (
        <div className={classes.labelled}>
          <span>{m.publicAddress}</span>
          <CopyField text={publicUrl(projectId, bucket.id, file.id)} what={m.publicAddress} />
        </div>
      ) : null}
      <Details items={items} />
    </>
  )
}
