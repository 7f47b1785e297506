// The files of a folder as pictures. Images are fetched once they are near the viewport.
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListEntry } from '#api/client/schemas.ts'
import { imageQuery, isPicture } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Choose } from '#screens/storage/uploads/choose.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useObjectUrl } from '#ui/page/use-object-url.ts'
import { FileIcon } from './file-icon.tsx'
import { type FilesProps, nameIn } from './file-list.tsx'

const SIDE = 320
const NEAR = '200px'

/** FileGallery shows each file as a card. */
export function FileGallery(props: FilesProps) {
  const { rows, folder, mayWrite, onFolder, onFile, onMore, loadingMore } = props
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  return (
    <>
      <ul className={classes.gallery} aria-label={m.files}>
        {rows.map((entry) => (
          <li key={entry.name}>
            <button
              type="button"
              onClick={() => (entry.type === 'folder' ? onFolder(entry.name) : onFile(entry.id))}
            >
              <Picture projectId={props.projectId} entry={entry} />
              <span className={classes.caption}>{nameIn(folder, entry)}</span>
              <small>{entry.type === 'folder' ? m.folder : format.bytes(entry.size)}</small>
            </button>
            {mayWrite ? <Choose {...props} entry={entry} /> : null}
          </li>
        ))}
      </ul>
      {onMore === undefined ? null : (
        <div className={classes.more}>
          <Button busy={loadingMore} onClick={onMore}>
            {common.actions.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Picture({ projectId, entry }: { readonly projectId: string; readonly entry: ListEntry }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  const isImage = entry.type === 'object' && isPicture(entry.mime_type)
  useEffect(() => {
    if (!isImage || place.current === null) return
    const show = (changes: IntersectionObserverEntry[]) =>
      changes.some((change) => change.isIntersecting) && setNear(true)
    const observer = new IntersectionObserver(show, { rootMargin: NEAR })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isImage])
  const { id, version } = entry.type === 'object' ? entry : { id: '', version: '' }
  const { data } = useQuery({ ...imageQuery(projectId, id, version, SIDE), enabled: isImage && isNear })
  const url = useObjectUrl(data)
  return (
    <span ref={place} className={classes.picture}>
      {url !== undefined ? (
        <img src={url} alt="" />
      ) : entry.type === 'folder' ? (
        <Folder aria-hidden />
      ) : (
        <FileIcon mimeType={entry.mime_type} />
      )}
    </span>
  )
}
