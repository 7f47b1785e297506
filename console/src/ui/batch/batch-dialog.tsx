// The question before an act on many things, its progress, and what has failed with a second try.
import { type FormEvent, type ReactNode, useId } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import classes from './batch.module.css'
import { messages } from './messages.ts'
import { useBatch } from './use-batch.ts'

/**
 * BatchDialogProps say what is done to which items; `onEnd` gets those that are through, and whether these are all: then the
 * dialog is to be closed.
 */
export interface BatchDialogProps<Item> {
  readonly title: string
  readonly about?: string
  readonly action: string
  readonly danger?: boolean
  readonly ready?: boolean
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  readonly work: (item: Item) => Promise<unknown>
  readonly onEnd: (done: readonly Item[], isWhole: boolean) => unknown
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** BatchDialog asks, works, and stays open where some have failed. */
export function BatchDialog<Item>(props: BatchDialogProps<Item>) {
  const { title, about, action, danger = false, ready = true, items, nameOf, work, onEnd, onClose } = props
  const m = useMessages(messages)
  const { common, plural } = useLanguage()
  const form = useId()
  const { state, run, stop } = useBatch(work)
  const { total, ended, failures, isRunning } = state
  const start = async (chosen: readonly Item[]) => {
    const { done } = await run(chosen)
    await onEnd(done, done.length === chosen.length)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (ready && !isRunning) void start(total === 0 ? items : failures.map(({ item }) => item))
  }
  const close = () => {
    stop()
    onClose()
  }
  const isOver = total > 0 && !isRunning
  const footer = (
    <>
      <Button onClick={isRunning ? stop : close}>
        {isRunning ? m.stop : isOver ? common.actions.close : common.actions.cancel}
      </Button>
      {isOver && failures.length === 0 ? null : (
        <Button
          kind={danger ? 'danger' : 'primary'}
          type="submit"
          form={form}
          busy={isRunning}
          disabled={!ready}
        >
          {isOver ? common.actions.retry : action}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open title={title} {...(about === undefined ? {} : { about })} onClose={close} footer={footer}>
      <form id={form} className={classes.form} onSubmit={submit}>
        {total === 0 ? props.children : null}
      </form>
      {total === 0 ? null : (
        <div className={classes.progress}>
          <progress max={total} value={ended} aria-label={title} />
          <span role="status">{m.progress(ended, total)}</span>
        </div>
      )}
      {failures.length === 0 ? null : (
        <section className={classes.failures} aria-label={m.failed(failures.length, plural)}>
          <h3>{m.failed(failures.length, plural)}</h3>
          <ul>
            {failures.map(({ item, message }) => (
              <li key={nameOf(item)}>
                <code>{nameOf(item)}</code>
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
