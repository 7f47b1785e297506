// Chooses the file of a row: one that a bucket has, a new one, or none.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { bucketsQuery, foundFilesQuery, uploadFile } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import classes from './file.module.css'
import { ShownFile } from './shown-file.tsx'

/** FilePickerProps are the column that it is for, and the id of its file. */
export interface FilePickerProps {
  readonly projectId: string
  readonly name: string
  readonly id: string | undefined
  readonly nullable: boolean
  readonly onPick: (id: string | null) => void
  readonly onClose: () => void
}

/** FilePicker shows the file, and lists those of a bucket, the newest first. */
export function FilePicker({ projectId, name, id, nullable, onPick, onClose }: FilePickerProps) {
  const m = useMessages(messages).file
  const { common } = useLanguage()
  const buckets = useQuery(bucketsQuery(projectId))
  const [chosen, setChosen] = useState<string>()
  const bucket = chosen ?? buckets.data?.[0]?.slug
  const footer = (
    <>
      {nullable && id !== undefined ? <Button onClick={() => onPick(null)}>{m.clear}</Button> : null}
      <Button onClick={onClose}>{common.actions.cancel}</Button>
    </>
  )
  return (
    <Dialog open title={m.title(name)} onClose={onClose} footer={footer}>
      {id === undefined ? null : <ShownFile projectId={projectId} id={id} />}
      {buckets.isError ? <ErrorState error={buckets.error} onRetry={buckets.refetch} /> : null}
      {buckets.data?.length === 0 ? (
        <EmptyState
          title={m.noBuckets}
          action={
            <Link to="/projects/$projectId/storage" params={{ projectId }}>
              {m.toStorage}
            </Link>
          }
        />
      ) : null}
      {bucket === undefined ? null : (
        <>
          <Select
            label={m.bucket}
            choices={(buckets.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
            value={bucket}
            onChange={setChosen}
          />
          <Files projectId={projectId} bucket={bucket} id={id} onPick={onPick} />
        </>
      )}
    </Dialog>
  )
}

function Files({
  projectId,
  bucket,
  id,
  onPick,
}: Pick<FilePickerProps, 'projectId' | 'id' | 'onPick'> & { readonly bucket: string }) {
  const m = useMessages(messages).file
  const { common, format } = useLanguage()
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { data = [], error, isPending, refetch } = useQuery(foundFilesQuery(projectId, bucket, search))
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(projectId, bucket, file),
    onSuccess: (file) => onPick(file.id),
  })
  return (
    <>
      <Button busy={upload.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {m.upload}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={m.upload}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) upload.mutate(file)
          target.value = ''
        }}
      />
      {upload.error === null ? null : (
        <p role="alert" className={classes.missing}>
          {upload.error.message}
        </p>
      )}
      <SearchInput label={m.search} value={search} onChange={setSearch} />
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      <ul className={classes.files}>
        {data.map((file) => (
          <li key={file.id}>
            <button type="button" aria-current={file.id === id} onClick={() => onPick(file.id)}>
              <bdi>{file.name}</bdi>
              <small>{format.bytes(file.size)}</small>
            </button>
          </li>
        ))}
      </ul>
      {data.length === 0 && !isPending && error === null ? <p>{common.states.nothing}</p> : null}
    </>
  )
}
