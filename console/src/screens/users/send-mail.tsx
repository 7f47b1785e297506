// The question before a user gets a mail.
import { useMutation } from '@tanstack/react-query'
import type { UserMessage } from '#api/client/schemas.ts'
import { sendToUser } from '#api/project/users.ts'
import { useMessages } from '#i18n/language.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import classes from './users.module.css'

/** SendMail says what the mail does, and sends it. */
export function SendMail({
  projectId,
  userId,
  email,
  kind,
  onClose,
}: {
  readonly projectId: string
  readonly userId: string
  readonly email: string
  readonly kind: UserMessage['kind']
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { mail } = m
  const attempt = useMutation({
    mutationFn: () => sendToUser(projectId, userId, kind),
    onSuccess: () => {
      toast(mail.sent(email))
      onClose()
    },
  })
  return (
    <FormDialog
      title={mail[kind].title}
      about={mail[kind].about(email)}
      action={mail.send}
      busy={attempt.isPending}
      onSubmit={attempt.mutate}
      onClose={onClose}
    >
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
    </FormDialog>
  )
}
