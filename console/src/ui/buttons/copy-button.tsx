// Copies a text, and says that it did.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { copy } from '#ui/overlays/copy.ts'
import { Button } from './button.tsx'
import classes from './copy-button.module.css'

const SHOWN_MS = 1500

/** CopyButton copies `text`; `what` names it, such as "API address". */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { common } = useLanguage()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copyOut = async () => setCopied(await copy(text))
  const label = `${copied ? common.actions.copied : common.actions.copy}: ${what}`
  return (
    <Button kind="quiet" size="icon" aria-label={label} onClick={copyOut}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  )
}

/** CopyField shows a text in full, in a line of its own, with a button that copies it. */
export function CopyField({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div className={classes.field}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}

/** CopyText shows an id, a key or an address among other text, with a button that copies it. */
export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className={classes.inline}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
