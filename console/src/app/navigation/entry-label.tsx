// What a link of the sidebar shows.
import type { LucideIcon } from 'lucide-react'

/** EntryLabel is an icon with its title, which a folded sidebar hides. */
export function EntryLabel({ icon: Icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
  return (
    <>
      <Icon aria-hidden />
      <span>{title}</span>
    </>
  )
}
