// One kind of message: its texts, and how they look with values in them.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import type { MessageTemplate } from '#api/client/schemas.ts'
import { resetTemplate, setTemplate } from '#api/project/auth.ts'
import { projectQuery } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Section } from '#ui/page/section.tsx'
import classes from './auth.module.css'
import { fillIn, fillInHtml } from './fill-in.ts'
import { MailPreview } from './mail-preview.tsx'
import { messages } from './messages.ts'
import type { AuthPartProps } from './settings-form.tsx'

const EXAMPLE = {
  code: '123456',
  minutes: '15',
  days: '7',
  link: 'https://app.example.com/signed-in?token=…',
}

/** TemplateForm shows what is typed as its reader would see it, at once. */
export function TemplateForm({
  projectId,
  mayWrite,
  template,
  onClose,
}: AuthPartProps & { readonly template: MessageTemplate; readonly onClose: () => void }) {
  const m = useMessages(messages)
  const words = m.templates
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { kind, channel, updated_at, placeholders } = template
  const isMail = channel === 'mail'
  const stored = { subject: template.subject ?? '', text: template.text, html: template.html ?? '' }
  const { draft, dirty, change, saving } = useDraft(() => stored)
  const { subject, text, html } = draft
  const save = useMutation({
    mutationFn: () =>
      saving(({ subject, text, html }) =>
        setTemplate(projectId, kind, isMail ? { subject, text, ...(html !== '' && { html }) } : { text }),
      ),
    onSuccess: () => toast(m.saved),
  })
  const reset = useAct(words.restore, {
    mutationFn: () => resetTemplate(projectId, kind),
    onSuccess: () => toast(words.restored),
  })
  const values = { ...EXAMPLE, project: project.name }
  const actions = (
    <div className={classes.actions}>
      <Button onClick={onClose}>
        <ArrowLeft aria-hidden />
        {words.all}
      </Button>
      {mayWrite && updated_at !== null ? (
        <Button busy={reset.isPending} onClick={() => reset.mutate()}>
          {words.restore}
        </Button>
      ) : null}
    </div>
  )
  return (
    <Section
      title={words.kinds[kind]}
      about={words.placeholders(placeholders.map((name) => `{{${name}}}`).join(', '))}
      action={actions}
    >
      <div className={classes.template}>
        <Form
          wide
          onSubmit={save.mutate}
          dirty={dirty}
          busy={save.isPending}
          action={mayWrite ? m.save : undefined}
        >
          {isMail ? (
            <Field label={m.outbox.subject}>
              <Input
                required
                maxLength={200}
                autoComplete="off"
                readOnly={!mayWrite}
                value={subject}
                onValueChange={(subject) => change({ subject })}
              />
            </Field>
          ) : null}
          <Field
            label={m.preview.text}
            hint={isMail ? words.textHint : words.smsHint}
            error={save.error?.message}
          >
            <Textarea
              required
              rows={isMail ? 8 : 4}
              readOnly={!mayWrite}
              value={text}
              onValueChange={(text) => change({ text })}
            />
          </Field>
          {isMail ? (
            <Field label={m.preview.html} hint={words.htmlHint}>
              <Textarea
                code
                rows={10}
                readOnly={!mayWrite}
                value={html}
                onValueChange={(html) => change({ html })}
              />
            </Field>
          ) : null}
        </Form>
        <div className={classes.shown}>
          <h3>{m.preview.title}</h3>
          {isMail ? <p className={classes.subject}>{fillIn(subject, values)}</p> : null}
          <MailPreview text={fillIn(text, values)} html={html === '' ? null : fillInHtml(html, values)} />
        </div>
      </div>
    </Section>
  )
}
