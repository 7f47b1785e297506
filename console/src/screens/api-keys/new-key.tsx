// A key, the only time that it can be seen.
import type { NewApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** NewKey shows a key until it is closed. */
export function NewKey({ made, onClose }: { readonly made: NewApiKey; readonly onClose: () => void }) {
  const { m } = useLanguage()
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {m.common.actions.done}
    </Button>
  )
  return (
    <Dialog
      open
      title={m.apiKeys.shownOnce}
      about={m.apiKeys.shownOnceHint}
      onClose={onClose}
      footer={footer}
    >
      <CopyField text={made.key} what={made.name} />
    </Dialog>
  )
}
