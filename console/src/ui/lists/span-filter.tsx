// Narrows a list down to a time: one of a few spans that end now, or one from a moment to another.
import { choicesOf } from '#ui/forms/choices.ts'
import { MomentInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'

const DAY_MS = 86_400_000

/** Span is a time: by its name, or by its ends as ISO 8601, each of which may be open; without any, all times. */
export interface Span<Name extends string> {
  readonly span: Name | undefined
  readonly since: string | undefined
  readonly until: string | undefined
}

/**
 * SpanFilter offers the spans that `spans` has words for, all times only where they have a word, too; `from` and `until` name the
 * ends of a chosen one. `onChange` gets what changes: who sets both ends at once must not lose the first by the second.
 */
export function SpanFilter<Name extends string>({
  label,
  spans,
  from,
  until,
  value,
  className,
  onChange,
}: {
  readonly label: string
  readonly spans: Readonly<Record<Name | 'chosen', string>> & { readonly all?: string }
  readonly from: string
  readonly until: string
  readonly value: Partial<Span<Name>>
  readonly className?: string | undefined
  readonly onChange: (change: Partial<Span<Name>>) => void
}) {
  const isChosen = value.span === undefined && (value.since !== undefined || value.until !== undefined)
  const choose = (span: Name | 'all' | 'chosen') => {
    const none = { span: undefined, since: undefined, until: undefined }
    if (span === 'all') onChange(none)
    else if (span === 'chosen') onChange({ ...none, since: new Date(Date.now() - DAY_MS).toISOString() })
    else onChange({ ...none, span })
  }
  return (
    <>
      <div className={className}>
        <Select
          label={label}
          choices={choicesOf(spans)}
          value={value.span ?? (isChosen ? 'chosen' : 'all')}
          onChange={choose}
        />
      </div>
      {isChosen ? (
        <>
          <div className={className}>
            <MomentInput label={from} value={value.since} onChange={(since) => onChange({ since })} />
          </div>
          <div className={className}>
            <MomentInput label={until} value={value.until} onChange={(until) => onChange({ until })} />
          </div>
        </>
      ) : null}
    </>
  )
}
