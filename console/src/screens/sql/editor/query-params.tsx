// A field for each parameter of a query.
import { useLanguage } from '#i18n/language.tsx'
import classes from '#screens/sql/sql.module.css'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'

/** QueryParams edits values by the names of their parameters; an empty field is NULL. */
export function QueryParams({
  names,
  values,
  onChange,
}: {
  readonly names: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}) {
  const { common } = useLanguage()
  if (names.length === 0) return null
  const set = (name: string, text: string) => {
    const { [name]: _before, ...others } = values
    onChange(text === '' ? others : { ...others, [name]: text })
  }
  return (
    <div className={classes.params}>
      {names.map((name) => (
        <Field key={name} label={`:${name}`}>
          <Input
            autoComplete="off"
            placeholder={common.values.null}
            value={values[name] ?? ''}
            onValueChange={(text) => set(name, text)}
          />
        </Field>
      ))}
    </div>
  )
}
