// Another plan: what each costs, and from when on it counts.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changePlan, plansQuery } from '#api/billing.ts'
import type { Billing, Plan } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
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
  const { m, locale } = useLanguage()
  const words = m.billing
  const plans = useQuery(plansQuery)
  // Choosing the plan that the project has takes a change back that waits for the end of the month.
  const now = billing.next_plan?.id ?? billing.plan.id
  const [chosen, setChosen] = useState(now)
  const attempt = useMutation({
    mutationFn: () => changePlan(projectId, chosen, billing.version),
    onSuccess: () => {
      toast(words.changed)
      onClose()
    },
  })
  const priceOf = ({ price, currency }: Plan) => writeMoney(price, currency, locale)
  const plan = plans.data?.find(({ id }) => id === chosen)
  return (
    <FormDialog
      title={words.change}
      about={words.changeHint}
      action={words.choose}
      ready={chosen !== now}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {plans.isPending ? <Skeleton /> : null}
      {plans.isError ? <ErrorState error={plans.error} onRetry={plans.refetch} /> : null}
      {plans.data === undefined ? null : (
        <Field label={words.plan} hint={plan?.description} error={attempt.error?.message}>
          <Select
            choices={plans.data.map((one) => ({
              value: one.id,
              label: words.aMonth(one.name, priceOf(one)),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        </Field>
      )}
    </FormDialog>
  )
}
