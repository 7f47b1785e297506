// The secret of a webhook, the only time that it can be seen.
import type { WebhookWithSecret } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** NewSecret shows a secret until it is closed. */
export function NewSecret({
  made,
  onClose,
}: {
  readonly made: WebhookWithSecret
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {m.common.actions.done}
    </Button>
  )
  return (
    <Dialog
      open
      title={m.webhooks.shownOnce}
      about={m.webhooks.shownOnceHint}
      onClose={onClose}
      footer={footer}
    >
      <CopyField text={made.secret} what={made.name} />
    </Dialog>
  )
}
