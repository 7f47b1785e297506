// Buttons, and links that look like them.
import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps } from 'react'
import classes from './button.module.css'

/** ButtonProps are those of a button; `kind` is how much it stands out, `busy` is while its action is under way. */
export interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'normal' | 'icon'
  readonly busy?: boolean
}

/** Button does something. */
export function Button({ busy = false, disabled, kind, size, ...props }: ButtonProps) {
  return (
    <BaseButton
      type="button"
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={buttonClass(kind, size)}
      {...props}
    />
  )
}

/** buttonClass has a link look like a button. */
export function buttonClass(
  kind: ButtonProps['kind'] = 'secondary',
  size: ButtonProps['size'] = 'normal',
): string {
  return `${classes.button} ${classes[kind]} ${size === 'icon' ? classes.icon : ''}`
}
