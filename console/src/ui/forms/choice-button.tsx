// The button of a select or combobox, until the code of its list is there.
import { Field } from '@base-ui/react/field'
import { ChevronsUpDown } from 'lucide-react'
import type { Intent } from '#ui/overlays/on-intent.ts'
import classes from '#ui/overlays/popup.module.css'

/** ChoiceButton shows what is chosen. In a Field it is the control, elsewhere `label` names it. */
export function ChoiceButton({
  intent: { ref, before },
  opens,
  text,
  label,
}: {
  readonly intent: Pick<Intent<unknown>, 'ref' | 'before'>
  readonly opens: 'dialog' | 'listbox'
  readonly text: string
  readonly label: string | undefined
}) {
  const button = (
    <button type="button" role="combobox" aria-expanded={false} aria-haspopup={opens} aria-label={label}>
      <span>{text}</span>
      <ChevronsUpDown aria-hidden />
    </button>
  )
  return <Field.Control ref={ref} className={classes.trigger} render={button} {...before} />
}
