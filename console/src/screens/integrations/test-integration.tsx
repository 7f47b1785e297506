// A test message, and what the other side said.
import { useState } from 'react'
import type { Integration } from '#api/client/schemas.ts'
import { refreshIntegrations, testIntegration } from '#api/project/integrations.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import classes from './integrations.module.css'
import { messages } from './messages.ts'

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
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { kind } = integration
  const [to, setTo] = useState('')
  const [result, setResult] = useState<Awaited<ReturnType<typeof testIntegration>>>()
  return (
    <FormDialog
      title={m.testTitle(integration.name)}
      about={m.testHint}
      action={m.send}
      onSave={async () => {
        try {
          return await testIntegration(projectId, integration.id, kind === 'alert' ? undefined : to.trim())
        } finally {
          await refreshIntegrations(projectId)
        }
      }}
      onDone={setResult}
      onClose={onClose}
    >
      {kind === 'alert' ? null : (
        <Field label={m.to[kind]}>
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
      {result === undefined ? null : (
        <section aria-label={m.result} className={classes.result}>
          <Details
            items={[
              {
                title: m.result,
                value: (
                  <Badge tone={result.delivered ? 'success' : 'danger'}>
                    {result.delivered ? m.delivered : m.notDelivered}
                  </Badge>
                ),
              },
              ...(result.error === null ? [] : [{ title: m.error, value: result.error }]),
              ...(result.status === null ? [] : [{ title: m.status, value: String(result.status) }]),
              { title: m.duration, value: m.milliseconds(format.number(result.duration_ms)) },
              ...(result.response === null
                ? []
                : [{ title: m.response, value: <pre>{result.response}</pre> }]),
            ]}
          />
        </section>
      )}
    </FormDialog>
  )
}
