// A file as it looks: pictures in a smaller size, films and sound from a signed address, texts and tables up to 256 KB.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StorageObject } from '#api/client/schemas.ts'
import { contentQuery, imageQuery, signDownload, storageKey } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { useObjectUrl } from '#ui/page/use-object-url.ts'
import { CsvTable } from './csv-table.tsx'
import { previewOf } from './previews.ts'

const SIDE = 1200
const TEXT_BYTES = 256 * 1024
const PLAYED_SECONDS = 3600

interface Props {
  readonly projectId: string
  readonly file: StorageObject
}

/** FilePreview shows a file, or that it cannot be shown. */
export function FilePreview(props: Props) {
  const m = useMessages(messages)
  const kind = previewOf(props.file.mime_type)
  if (kind === 'none' || props.file.size === 0) return <p className={classes.muted}>{m.noPreview}</p>
  if (kind === 'picture') return <Picture {...props} />
  if (kind === 'text' || kind === 'table') return <Text {...props} isTable={kind === 'table'} />
  return <Played {...props} kind={kind} />
}

function Picture({ projectId, file }: Props) {
  const { data, error, isPending, refetch } = useQuery(imageQuery(projectId, file.id, file.version, SIDE))
  const url = useObjectUrl(data)
  if (isPending) return <Skeleton />
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  return url === undefined ? null : <img className={classes.preview} src={url} alt={file.name} />
}

function Text({ projectId, file, isTable }: Props & { readonly isTable: boolean }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { data, error, isPending, refetch } = useQuery(
    contentQuery(projectId, file.id, file.version, TEXT_BYTES),
  )
  const [text, setText] = useState<string>()
  const [asText, setAsText] = useState(!isTable)
  useEffect(() => {
    let current = true
    data?.text().then((read) => current && setText(read))
    return () => {
      current = false
    }
  }, [data])
  if (isPending) return <Skeleton />
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  return text === undefined ? null : (
    <>
      {isTable ? (
        <div>
          <Button aria-pressed={asText} onClick={() => setAsText(!asText)}>
            {m.asText}
          </Button>
        </div>
      ) : null}
      {asText ? (
        <CodeEditor
          label={m.contentOf(file.name)}
          language={file.mime_type === 'application/json' ? 'json' : 'text'}
          value={text}
          readOnly
        />
      ) : (
        <CsvTable label={m.contentOf(file.name)} text={text} isCut={file.size > TEXT_BYTES} />
      )}
      {file.size > TEXT_BYTES ? (
        <p className={classes.muted}>{m.cut(format.bytes(TEXT_BYTES), format.bytes(file.size))}</p>
      ) : null}
    </>
  )
}

function Played({ projectId, file, kind }: Props & { readonly kind: 'video' | 'audio' | 'pdf' }) {
  const m = useMessages(messages)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...storageKey(projectId), 'played', file.id, file.version],
    queryFn: () => signDownload(projectId, file.id, PLAYED_SECONDS, false),
    staleTime: (PLAYED_SECONDS / 2) * 1000,
    gcTime: 0,
  })
  if (isPending) return <Skeleton />
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  if (kind === 'pdf')
    return <iframe className={classes.document} src={data.url} title={m.contentOf(file.name)} />
  const Player = kind
  return (
    <Player className={classes.preview} src={data.url} controls preload="metadata" aria-label={file.name} />
  )
}
