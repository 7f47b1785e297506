// A warning before what was typed is lost.
import { useBlocker } from '@tanstack/react-router'
import { useLanguage } from '#i18n/language.tsx'

/** useUnsaved asks before the screen or the page is left while `dirty`. */
export function useUnsaved(dirty: boolean): void {
  const { m } = useLanguage()
  useBlocker({
    // Another tab of the same screen loses it as well: its search changes.
    shouldBlockFn: () => !confirm(m.common.unsaved),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
}
