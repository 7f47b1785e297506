// Who may read and write a new table.
import { useId } from 'react'
import { useMessages } from '#i18n/language.tsx'
import classes from './create.module.css'
import { messages } from './messages.ts'
import { ACCESSES, type Access, addsOwner, type TableDraft } from './table-draft.ts'

/** AccessField chooses one of the templates, which become policies. */
export function AccessField({
  draft,
  onChange,
}: {
  readonly draft: TableDraft
  readonly onChange: (access: Access) => void
}) {
  const m = useMessages(messages)
  const name = useId()
  return (
    <fieldset className={classes.part}>
      <legend>{m.access}</legend>
      <div className={classes.accesses}>
        {ACCESSES.map((access) => (
          <label key={access} className={classes.access}>
            <input
              type="radio"
              name={name}
              checked={draft.access === access}
              onChange={() => onChange(access)}
            />
            <span>
              {m.accesses[access]}
              <small>{m.accessHints[access]}</small>
            </span>
          </label>
        ))}
      </div>
      {addsOwner(draft) ? <p className={classes.note}>{m.addsOwner}</p> : null}
    </fieldset>
  )
}
