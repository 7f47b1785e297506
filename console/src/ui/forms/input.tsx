// One line of text.
import { Input as BaseInput } from '@base-ui/react/input'
import { Search } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import classes from './input.module.css'

/** Input is a line of text, in a Field or with an aria-label. */
export function Input(props: Omit<ComponentProps<typeof BaseInput>, 'className'>) {
  return <BaseInput className={classes.input} {...props} />
}

/** SearchInput is an Input that narrows a list down, and has `/` lead to it; `label` is its name and its placeholder. */
export function SearchInput({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { common } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({
    title: common.screen,
    shortcuts: [{ keys: '/', label, run: () => input.current?.focus() }],
  })
  return (
    <div className={classes.search}>
      <Search aria-hidden />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onValueChange={onChange}
      />
    </div>
  )
}

/** FilterInput is a SearchInput whose value counts once it is typed to its end: on Enter, or when the field is left. */
export function FilterInput({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const commit = () => text.trim() !== value && onChange(text.trim())
  return (
    <div className={classes.search}>
      <Search aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onValueChange={setText}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </div>
  )
}

/** MomentInput is a moment, as ISO 8601 in UTC, in the zone of the viewer. */
export function MomentInput({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (iso: string | undefined) => void
}) {
  return (
    <Input
      type="datetime-local"
      step="1"
      aria-label={label}
      title={label}
      value={value === undefined ? '' : localOf(value)}
      onValueChange={(local) => onChange(local === '' ? undefined : new Date(local).toISOString())}
    />
  )
}

function localOf(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
