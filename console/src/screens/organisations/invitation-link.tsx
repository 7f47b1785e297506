// The link of an invitation, the only time that it can be seen.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { messages } from './messages.ts'

/** Invited is who is invited, and the token of the invitation. */
export interface Invited {
  readonly email: string
  readonly token: string
  /** mailed is whether the link is under way by mail as well. */
  readonly mailed: boolean
}

/** NewInvitation shows the link until it is closed. The token stands behind its `#`, which browsers never send. */
export function NewInvitation({
  invited,
  onClose,
}: {
  readonly invited: Invited
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.invitations
  const link = `${location.origin}/console/invitation#${invited.token}`
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {common.actions.done}
    </Button>
  )
  return (
    <Dialog
      open
      title={words.link}
      about={invited.mailed ? words.mailedHint(invited.email) : words.linkHint(invited.email)}
      onClose={onClose}
      footer={footer}
    >
      <CopyField text={link} what={words.linkName} />
    </Dialog>
  )
}
