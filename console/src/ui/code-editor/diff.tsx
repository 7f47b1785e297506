// Two texts compared, in one column: it fits a phone, and reads from top to bottom.
import { unifiedMergeView } from '@codemirror/merge'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { fixed, named, readable, words } from './extensions.ts'
import { loadLanguage } from './languages.ts'
import { messages } from './messages.ts'
import type { CodeDiffProps } from './types.ts'

const UNCHANGED = { margin: 3, minSize: 6 }
// More work than this is left out: the rest is shown as one change.
const SCAN_LIMIT = 2_000

/** Diff is what CodeDiff loads. */
export function Diff({ label, before, after, language }: CodeDiffProps) {
  const m = useMessages(messages)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let view: EditorView | undefined
    let current = true
    Promise.all([loadLanguage(language, 'shown'), import('./writing.ts')]).then(([loaded, { reading }]) => {
      if (!current || place.current === null) return
      const merge = unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: UNCHANGED,
        diffConfig: { scanLimit: SCAN_LIMIT },
      })
      const extensions = [words(m.phrases), named(label), readable, reading, fixed, loaded, merge]
      view = new EditorView({ parent: place.current, doc: after, extensions })
    })
    return () => {
      current = false
      view?.destroy()
    }
  }, [label, before, after, language, m])
  return <div ref={place} />
}
