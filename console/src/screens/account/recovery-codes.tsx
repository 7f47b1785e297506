// Recovery codes, the only time that they can be seen.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import classes from './account.module.css'
import { messages } from './messages.ts'

/** RecoveryCodes shows new codes until it is closed. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { codes: words } = m
  const footer = (
    <>
      <CopyButton text={codes.join('\n')} what={words.title} />
      <Button kind="primary" onClick={onClose}>
        {common.actions.done}
      </Button>
    </>
  )
  return (
    <Dialog open title={words.shownOnce} about={words.shownOnceHint} onClose={onClose} footer={footer}>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
