// What a project pays: its plan, the month until now with its quotas, and its invoices.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Billing } from '#api/client/schemas.ts'
import { billingQuery, plansQuery } from '#api/organisations/billing.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './billing.module.css'
import { ChangePlan } from './change-plan.tsx'
import { Invoices } from './invoices.tsx'
import { messages } from './messages.ts'
import { Meters } from './meters.tsx'
import { writeMoney } from './money.ts'

const route = getRouteApi('/signed-in/projects/$projectId/billing')

/** BillingScreen shows plan, quotas and invoices of a project. */
export function BillingScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { invoice, change } = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = useMay(projectId)('billing:write')
  const { data: plans = [] } = useQuery(plansQuery)
  const hasChoice = mayChange && plans.length > 1
  const billing = useQuery(billingQuery(projectId))
  const button = hasChoice ? (
    <Button kind="primary" onClick={() => navigate({ search: { change: true } })}>
      {m.change}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={button} />
      {billing.isPending ? <Skeleton lines={8} /> : null}
      {billing.isError ? <ErrorState error={billing.error} onRetry={billing.refetch} /> : null}
      {billing.data === undefined ? null : (
        <Sections>
          <Month billing={billing.data} />
          <Section title={m.quotas} about={m.quotasHint}>
            <Meters billing={billing.data} />
          </Section>
          <Invoices
            of={{ projectId }}
            opened={invoice}
            onOpen={(invoice) => navigate({ search: { invoice } })}
          />
        </Sections>
      )}
      {change && hasChoice && billing.data !== undefined ? (
        <ChangePlan projectId={projectId} billing={billing.data} onClose={() => navigate({ search: {} })} />
      ) : null}
    </>
  )
}

function Month({ billing }: { readonly billing: Billing }) {
  const m = useMessages(messages)
  const { locale, format } = useLanguage()
  const { plan, next_plan, period, currency, amount, forecast_amount } = billing
  const figures = [
    [m.plan, plan.name],
    [m.price, writeMoney(plan.price, plan.currency, locale)],
    [m.untilNow, writeMoney(amount, currency, locale)],
    [m.forecast, writeMoney(forecast_amount, currency, locale)],
  ]
  return (
    <Section title={m.month(format.date(period.starts), format.date(period.ends))}>
      <dl className={classes.figures}>
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {next_plan === null ? null : (
        <p className={classes.notice}>{m.next(next_plan.id, format.date(next_plan.starts))}</p>
      )}
    </Section>
  )
}
