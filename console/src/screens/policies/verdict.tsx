// Why policies decide as they do.
import type { PolicyExplanation } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'

/** Verdict is the reason, with the policies that decided; where none did, with all that could have. */
export function Verdict({ explanation }: { readonly explanation: PolicyExplanation }) {
  const m = useMessages(messages)
  const decisive = explanation.policies.filter(({ decides }) => decides)
  const shown = decisive.length === 0 ? explanation.policies : decisive
  return (
    <div className={classes.verdict}>
      <span>{explanation.reason}</span>
      {shown.length === 0 ? null : (
        <ul>
          {shown.map(({ id, effect, subject, condition, subject_matches, decides }) => (
            <li key={id}>
              <span>
                {m.effects[effect]}: {m.subjects[subject]}
              </span>
              {condition === null ? null : <code>{condition}</code>}
              {decides ? null : <small>{subject_matches ? m.conditionNotMet : m.otherCaller}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
