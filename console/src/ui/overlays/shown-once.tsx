// A secret, the only time that it can be seen.
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Dialog } from './dialog.tsx'

/** ShownOnce shows a secret until it is closed; `words` are those of what it belongs to, and `what` is its name. */
export function ShownOnce({
  words,
  text,
  what,
  onClose,
}: {
  readonly words: { readonly shownOnce: string; readonly shownOnceHint: string }
  readonly text: string
  readonly what: string
  readonly onClose: () => void
}) {
  const { common } = useLanguage()
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {common.actions.done}
    </Button>
  )
  return (
    <Dialog open title={words.shownOnce} about={words.shownOnceHint} onClose={onClose} footer={footer}>
      <CopyField text={text} what={what} />
    </Dialog>
  )
}
