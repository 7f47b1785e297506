// Another tab has signed in as somebody else: the session of this one is over, which it says before it becomes the other's.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { messages } from './messages.ts'

/** OtherAccount leads to the account that is signed in now. It can be closed, to copy what was typed. */
export function OtherAccount({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const reload = (
    <Button kind="primary" onClick={() => location.reload()}>
      {common.states.reload}
    </Button>
  )
  return (
    <Dialog
      open
      title={m.otherAccount.title}
      about={m.otherAccount.about}
      footer={reload}
      onClose={onClose}
    />
  )
}
