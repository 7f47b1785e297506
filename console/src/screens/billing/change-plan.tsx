// Another plan: what each costs, and from when on it counts.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing, Plan } from '#api/client/schemas.ts'
import { changePlan, plansQuery } from '#api/organisations/billing.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { writeMoney } from './money.ts'

/** ChangePlan chooses a plan. */
export function ChangePlan({
  projectId,
  billing,
  onClose,
}: {
  readonly projectId: string
  readonly billing: Billing
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  const plans = useQuery(plansQuery)
  // Choosing the plan that the project has takes a change back that waits for the end of the month.
  const now = billing.next_plan?.id ?? billing.plan.id
  const [chosen, setChosen] = useState(now)
  const priceOf = ({ price, currency }: Plan) => writeMoney(price, currency, locale)
  const plan = plans.data?.find(({ id }) => id === chosen)
  return (
    <FormDialog
      title={m.change}
      about={m.changeHint}
      action={m.choose}
      ready={chosen !== now}
      done={m.changed}
      dirty={chosen !== now}
      onSave={() => changePlan(projectId, chosen, billing.version)}
      onClose={onClose}
    >
      {plans.isPending ? <Skeleton /> : null}
      {plans.isError ? <ErrorState error={plans.error} onRetry={plans.refetch} /> : null}
      {plans.data === undefined ? null : (
        <Field label={m.plan} hint={plan?.description} name="plan">
          <Select
            choices={plans.data.map((one) => ({
              value: one.id,
              label: m.aMonth(one.name, priceOf(one)),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        </Field>
      )}
    </FormDialog>
  )
}
