// What has come of the latest run of a tab: of each part rows in a grid or as a chart, what was written, a plan, or why there is nothing.
import { memo } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import type { Ended, Run } from '#screens/sql/runs/use-runs.ts'
import classes from '#screens/sql/sql.module.css'
import { Skeleton } from '#ui/page/states.tsx'
import { Outcomes } from './outcomes.tsx'
import { PlanTree } from './plan-tree.tsx'
import { ResultRows } from './result-rows.tsx'

/** Result shows a run. */
export const Result = memo(function Result({ run }: { readonly run: Run | undefined }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  if (run === undefined) return <p className={classes.note}>{m.hint}</p>
  const { started, parts, ended, cancel } = run
  const rest = parts.length - ended.length
  return (
    <>
      {ended.map((one, at) =>
        parts.length === 1 ? (
          <Part key={started} ended={one} label={m.result} />
        ) : (
          <div key={`${started} ${one.part.line} ${one.part.column}`} className={classes.result}>
            <code className={classes.statement}>{one.part.sql}</code>
            <Part ended={one} label={m.resultOf(at + 1)} />
          </div>
        ),
      )}
      {cancel === undefined ? null : <Skeleton lines={4} />}
      {cancel === undefined && rest > 0 ? (
        <p className={classes.note} role="status">
          {m.stopped(rest, plural)}
        </p>
      ) : null}
    </>
  )
})

function Part({ ended, label }: { readonly ended: Ended; readonly label: string }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { state } = ended
  if (state === 'rows') return <ResultRows label={label} result={ended.result} ms={ended.ms} />
  if (state === 'plan') return <PlanTree plan={ended.plan} />
  if (state === 'left') return <p className={classes.note}>{m.left}</p>
  if (state === 'failed')
    return (
      <p role="alert" className={classes.error}>
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
