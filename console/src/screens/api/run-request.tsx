// A request made as a program would, with the key that was pasted: what comes back, or what is heard.
import type { HttpRequest } from '@msingi/snippets/request'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import classes from './api.module.css'
import { ROW_ID } from './api-call.ts'
import { messages } from './messages.ts'
import { type Operation, writes } from './operations.ts'
import { Answer, Events } from './request-answer.tsx'
import { usableKey, useKey } from './use-key.ts'
import { useRequestRun } from './use-request-run.ts'

/** RunRequest runs a request; those that write are confirmed first. */
export function RunRequest({
  projectId,
  operation,
  request,
}: {
  readonly projectId: string
  readonly operation: Operation
  readonly request: HttpRequest
}) {
  const m = useMessages(messages)
  const [key] = useKey(projectId)
  const [asked, setAsked] = useState(false)
  const usable = usableKey(key)
  const run = useRequestRun(usable, request)
  const lacksId = request.path.split('?')[0]?.endsWith(`/${ROW_ID}`) === true
  const hint =
    key.kind === 'secret' ? m.secretRuns : usable === undefined ? m.needsKey : lacksId ? m.needsId : undefined
  const start = () => (writes(operation) ? setAsked(true) : run.start())
  const streams = request.answer === 'events'
  const isListening = run.state === 'running' && streams
  return (
    <>
      <div className={classes.acts}>
        {isListening ? (
          <Button onClick={run.stop}>
            <Square aria-hidden />
            {m.stop}
          </Button>
        ) : (
          <Button kind="primary" busy={run.state === 'running'} disabled={hint !== undefined} onClick={start}>
            <Play aria-hidden />
            {writes(operation) ? m.runWrites : m.run}
          </Button>
        )}
        {hint === undefined ? null : <p className={classes.note}>{hint}</p>}
      </div>
      {run.error === undefined ? null : (
        <p role="alert" className={classes.wrong}>
          {run.error.message}
        </p>
      )}
      {streams && run.isOpen ? <Events events={run.events} /> : null}
      {run.answer === undefined ? null : <Answer answer={run.answer} />}
      {asked ? (
        <ConfirmDialog
          title={m.confirm}
          about={m.confirmHint}
          action={m.runWrites}
          onConfirm={() => void run.start()}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}
