// A moment in the zone of the viewer, with UTC on hover.
import { useLanguage } from '#i18n/language.tsx'

/** Moment shows when something was: in full, or with `relative` how long ago; null is never. */
export function Moment({
  iso,
  relative = false,
}: {
  readonly iso: string | null
  readonly relative?: boolean
}) {
  const { common, format } = useLanguage()
  if (iso === null) return common.never
  return (
    <time dateTime={iso} title={relative ? `${format.time(iso)} (${iso})` : iso}>
      {relative ? format.ago(iso) : format.time(iso)}
    </time>
  )
}
