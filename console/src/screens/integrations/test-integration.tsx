// A test message, and what the other side said.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshIntegrations, testIntegration } from '#api/integrations.ts'
import type { Integration } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Details } from '#ui/details.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import classes from './integrations.module.css'

/** TestIntegration asks who gets the message, and sends it. */
export function TestIntegration({
  projectId,
  integration,
  onClose,
}: {
  readonly projectId: string
  readonly integration: Integration
  readonly onClose: () => void
}) {
  const { m, format } = useLanguage()
  const words = m.integrations
  const { kind } = integration
  const [to, setTo] = useState('')
  const attempt = useMutation({
    mutationFn: () => testIntegration(projectId, integration.id, kind === 'alert' ? undefined : to.trim()),
    onSettled: () => refreshIntegrations(projectId),
  })
  const result = attempt.data
  return (
    <FormDialog
      title={words.testTitle(integration.name)}
      about={words.testHint}
      action={words.send}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {kind === 'alert' ? null : (
        <Field label={words.to[kind]}>
          <Input
            required
            autoFocus
            autoComplete="off"
            type={kind === 'mail' ? 'email' : 'tel'}
            value={to}
            onValueChange={setTo}
          />
        </Field>
      )}
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
      {result === undefined ? null : (
        <section aria-label={words.result} className={classes.result}>
          <Details
            items={[
              {
                title: words.result,
                value: (
                  <Badge tone={result.delivered ? 'success' : 'danger'}>
                    {result.delivered ? words.delivered : words.notDelivered}
                  </Badge>
                ),
              },
              ...(result.error === null ? [] : [{ title: words.error, value: result.error }]),
              ...(result.status === null ? [] : [{ title: words.status, value: String(result.status) }]),
              { title: words.duration, value: words.milliseconds(format.number(result.duration_ms)) },
              ...(result.response === null
                ? []
                : [{ title: words.response, value: <pre>{result.response}</pre> }]),
            ]}
          />
        </section>
      )}
    </FormDialog>
  )
}
