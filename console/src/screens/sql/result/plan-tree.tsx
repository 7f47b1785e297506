// The plan of a query as a tree, the costliest step marked.
import type { SqlPlan } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { type Step, stepsOf } from './plan.ts'

/** PlanTree shows the steps of a plan, and the plan as JSON. */
export function PlanTree({ plan }: { readonly plan: SqlPlan }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { planning_ms: planning, execution_ms: execution } = plan
  return (
    <section className={classes.result} aria-label={m.plan}>
      <p className={classes.note} role="status">
        {execution === null ? m.planned : m.analyzed(format.number(planning ?? 0), format.number(execution))}
      </p>
      <ul className={classes.plan}>
        <PlanStep step={stepsOf(plan.plan)} ran={plan.analyze} />
      </ul>
      <details>
        <summary>{m.planJson}</summary>
        <CodeEditor label={m.planJson} language="json" value={JSON.stringify(plan.plan, null, 2)} readOnly />
      </details>
    </section>
  )
}

function PlanStep({ step, ran }: { readonly step: Step; readonly ran: boolean }) {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const cost = format.number(Number(step.own.toFixed(step.own < 10 ? 2 : 0)))
  return (
    <li>
      <div className={classes.step} data-costliest={step.costliest || undefined}>
        <div className={classes.stepHead}>
          <strong>{step.name}</strong>
          {step.target === undefined ? null : <code>{step.target}</code>}
          {step.costliest ? <Badge tone="warning">{m.costliest}</Badge> : null}
        </div>
        <p className={classes.note}>
          {ran ? m.stepTime(cost) : m.stepCost(cost)}
          {' · '}
          {step.actual === undefined
            ? m.stepEstimated(step.estimated, format.number(step.estimated), plural)
            : m.stepRows(step.actual, format.number(step.actual), format.number(step.estimated), plural)}
          {step.loops > 1 ? ` · ${m.stepLoops(format.number(step.loops))}` : ''}
        </p>
        <svg className={classes.share} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={step.share * 100} height="1" />
        </svg>
        {step.details.length === 0 ? null : (
          <Details items={step.details.map(([title, value]) => ({ title, value: <code>{value}</code> }))} />
        )}
      </div>
      {step.below.length === 0 ? null : (
        <ul>
          {step.below.map((child) => (
            <PlanStep key={child.path} step={child} ran={ran} />
          ))}
        </ul>
      )}
    </li>
  )
}
