// What has come of the latest run of a tab: of each part rows in a grid or as a chart, what was written, a plan, or why there is nothing.
import { memo } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import type { Ended, Run } from '#screens/sql/runs/run.ts'
import classes from '#screens/sql/sql.module.css'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import { Outcomes } from './outcomes.tsx'
import { ResultRows } from './result-rows.tsx'

const PlanTree = whenShown(async () => (await import('./plan-tree.tsx')).PlanTree, <Skeleton lines={4} />)

/** Result shows a run. */
export const Result = memo(function Result({ run }: { readonly run: Run | undefined }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  if (run === undefined)
    return (
      <div className={classes.results}>
        <p className={classes.note}>{m.about}</p>
        <p className={classes.note}>{m.hint}</p>
      </div>
    )
  const { started, parts, ended, cancel } = run
  const rest = parts.length - ended.length
  return (
    <div className={classes.results} data-single={parts.length === 1 || undefined}>
      {ended.map((one, at) =>
        parts.length === 1 ? (
          <Part key={started} ended={one} number={1} label={m.result} />
        ) : (
          <div key={`${started} ${one.part.line} ${one.part.column}`} className={classes.result}>
            <code className={classes.statement}>{one.part.sql}</code>
            <Part ended={one} number={at + 1} label={m.resultOf(at + 1)} />
          </div>
        ),
      )}
      {cancel === undefined ? null : <Skeleton lines={4} />}
      {cancel === undefined && rest > 0 ? (
        <p className={classes.note} role="status">
          {m.stopped(rest, plural)}
        </p>
      ) : null}
    </div>
  )
})

// The results of what ran before may be higher than the screen.
function reveal(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function Part({
  ended,
  number,
  label,
}: {
  readonly ended: Ended
  readonly number: number
  readonly label: string
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { state } = ended
  if (state === 'rows')
    return <ResultRows number={number} label={label} result={ended.result} ms={ended.ms} />
  if (state === 'plan') return <PlanTree plan={ended.plan} />
  if (state === 'left') return <p className={classes.note}>{m.left}</p>
  if (state === 'failed')
    return (
      <p role="alert" ref={reveal} className={classes.error}>
        {ended.cancelled ? m.cancelled : ended.error.message}
      </p>
    )
  return (
    <section className={classes.result} aria-label={label}>
      <p className={classes.note} role="status">
        {m.done}. {m.took(format.number(ended.ms))}
      </p>
      <Outcomes outcomes={ended.outcomes} />
    </section>
  )
}
