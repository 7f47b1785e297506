// The question before a user gets a mail.
import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '#api/account/accounts.ts'
import type { UserMessage } from '#api/client/schemas.ts'
import { sendToUser } from '#api/project/users.ts'
import { useMessages } from '#i18n/language.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

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
  const { data: setup } = useQuery(setupQuery)
  const { mail } = m
  return (
    <FormDialog
      title={mail[kind].title}
      about={mail[kind].about(email)}
      action={mail.send}
      done={mail.sent(email)}
      onSave={() => sendToUser(projectId, userId, kind)}
      onClose={onClose}
    >
      {setup?.mail === false ? <p>{mail.outbox}</p> : null}
    </FormDialog>
  )
}
