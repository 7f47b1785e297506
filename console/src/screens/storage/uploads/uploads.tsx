// The uploads into a bucket: how far each is, paused, gone on with, tried again.
import { Pause, Play, RotateCw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import {
  clearUploads,
  currentUploads,
  dropUpload,
  type FileUpload,
  pauseUpload,
  replaceUpload,
  resumeUpload,
  subscribeUploads,
} from '#api/services/uploads.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Card } from '#ui/page/page-header.tsx'

// A drop of thousands of files is counted, not listed.
const MOST_SHOWN = 50

/** Uploads lists the uploads of this page into a bucket. */
export function Uploads({ projectId, bucket }: { readonly projectId: string; readonly bucket: string }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const uploads = useSyncExternalStore(subscribeUploads, currentUploads).filter(
    (one) => one.projectId === projectId && one.bucket === bucket,
  )
  if (uploads.length === 0) return null
  const left = uploads.filter(({ state }) => state !== 'done').length
  // What still goes on stands above what is done.
  const shown = [...uploads].sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
  return (
    <Card label={m.uploads}>
      <div className={classes.uploads}>
        <header>
          <strong role="status">
            {left === 0 ? m.allUploaded(uploads.length, plural) : m.uploading(left, plural)}
          </strong>
          {left < uploads.length ? (
            <Button kind="quiet" onClick={clearUploads}>
              {m.clear}
            </Button>
          ) : null}
        </header>
        <ul>
          {shown.slice(0, MOST_SHOWN).map((upload) => (
            <One key={upload.id} upload={upload} />
          ))}
        </ul>
        {shown.length > MOST_SHOWN ? <small>{m.andMore(shown.length - MOST_SHOWN)}</small> : null}
      </div>
    </Card>
  )
}

function One({ upload }: { readonly upload: FileUpload }) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { id, name, size, loaded, state, error, isTaken = false } = upload
  return (
    <li>
      <span className={classes.caption}>{name}</span>
      <span className={classes.muted}>
        {state === 'sending' || state === 'paused'
          ? m.progress(format.bytes(loaded), format.bytes(size))
          : m.uploadStates[state]}
      </span>
      <span className={classes.acts}>
        {state === 'sending' || state === 'waiting' ? (
          <Button kind="quiet" size="icon" aria-label={`${m.pause}: ${name}`} onClick={() => pauseUpload(id)}>
            <Pause aria-hidden />
          </Button>
        ) : null}
        {isTaken ? (
          <Button kind="quiet" aria-label={`${m.replace}: ${name}`} onClick={() => replaceUpload(id)}>
            {m.replace}
          </Button>
        ) : null}
        {state === 'paused' || (state === 'failed' && !isTaken) ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${state === 'paused' ? m.resume : common.actions.retry}: ${name}`}
            onClick={() => resumeUpload(id)}
          >
            {state === 'paused' ? <Play aria-hidden /> : <RotateCw aria-hidden />}
          </Button>
        ) : null}
        <Button
          kind="quiet"
          size="icon"
          aria-label={`${state === 'done' ? common.actions.close : common.actions.cancel}: ${name}`}
          onClick={() => dropUpload(id)}
        >
          <X aria-hidden />
        </Button>
      </span>
      {state === 'done' ? null : (
        <progress aria-label={name} max={Math.max(size, 1)} value={loaded} data-state={state} />
      )}
      {error === undefined ? null : (
        <p role="alert" className={classes.failure}>
          {error}
        </p>
      )}
    </li>
  )
}
