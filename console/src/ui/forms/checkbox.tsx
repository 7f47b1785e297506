// Something that is on or off.
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { useId } from 'react'
import classes from './checkbox.module.css'

/** Checkbox is a choice with its sentence, which is its label. */
export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}) {
  const id = useId()
  return (
    <div className={classes.row}>
      <BaseCheckbox.Root
        checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        className={classes.box}
        onCheckedChange={onChange}
      >
        <BaseCheckbox.Indicator className={classes.mark}>
          <Check aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box itself is reached by the keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box itself is reached by the keyboard. */}
      <div className={classes.text} onClick={() => disabled || onChange(!checked)}>
        <span id={id}>{label}</span>
        {hint === undefined ? null : <small>{hint}</small>}
      </div>
    </div>
  )
}
