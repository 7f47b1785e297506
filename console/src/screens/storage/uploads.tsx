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
} from '#api/uploads.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/page-header.tsx'
import classes from './storage.module.css'

// A drop of thousands of files is counted, not listed.
const MOST_SHOWN = 50

/** Uploads lists the uploads of this page into a bucket. */
export function Uploads({ projectId, bucket }: { readonly projectId: string; readonly bucket: string }) {
  const { m, plural } = useLanguage()
  const uploads = useSyncExternalStore(subscribeUploads, currentUploads).filter(
    (one) => one.projectId === projectId && one.bucket === bucket,
  )
  if (uploads.length === 0) return null
  const left = uploads.filter(({ state }) => state !== 'done').length
  // What still goes on stands above what is done.
  const shown = [...uploads].sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
  return (
    <Card label={m.storage.uploads}>
      <div className={classes.uploads}>
        <header>
          <strong role="status">
            {left === 0 ? m.storage.allUploaded(uploads.length, plural) : m.storage.uploading(left, plural)}
          </strong>
          {left < uploads.length ? (
            <Button kind="quiet" onClick={clearUploads}>
              {m.storage.clear}
            </Button>
          ) : null}
        </header>
        <ul>
          {shown.slice(0, MOST_SHOWN).map((upload) => (
            <One key={upload.id} upload={upload} />
          ))}
        </ul>
        {shown.length > MOST_SHOWN ? <small>{m.storage.andMore(shown.length - MOST_SHOWN)}</small> : null}
      </div>
    </Card>
  )
}

function One({ upload }: { readonly upload: FileUpload }) {
  const { m, format } = useLanguage()
  const { id, name, size, loaded, state, error, isTaken = false } = upload
  return (
    <li>
      <span className={classes.caption}>{name}</span>
      <span className={classes.muted}>
        {state === 'sending' || state === 'paused'
          ? m.storage.progress(format.bytes(loaded), format.bytes(size))
          : m.storage.uploadStates[state]}
      </span>
      <span className={classes.acts}>
        {state === 'sending' || state === 'waiting' ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${m.storage.pause}: ${name}`}
            onClick={() => pauseUpload(id)}
          >
            <Pause aria-hidden />
          </Button>
        ) : null}
        {isTaken ? (
          <Button kind="quiet" aria-label={`${m.storage.replace}: ${name}`} onClick={() => replaceUpload(id)}>
            {m.storage.replace}
          </Button>
        ) : null}
        {state === 'paused' || (state === 'failed' && !isTaken) ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${state === 'paused' ? m.storage.resume : m.common.actions.retry}: ${name}`}
            onClick={() => resumeUpload(id)}
          >
            {state === 'paused' ? <Play aria-hidden /> : <RotateCw aria-hidden />}
          </Button>
        ) : null}
        <Button
          kind="quiet"
          size="icon"
          aria-label={`${state === 'done' ? m.common.actions.close : m.common.actions.cancel}: ${name}`}
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
