// A moment, as how long ago it was.
import { useLanguage } from '#i18n/language.tsx'

/** Moment writes a moment, with the exact time on hover; null is never. */
export function Moment({ iso }: { readonly iso: string | null }) {
  const { m, format } = useLanguage()
  if (iso === null) return m.common.never
  return <time title={`${format.time(iso)} (${iso})`}>{format.ago(iso)}</time>
}
