// An editor of code, shared by all screens that have one. CodeMirror and each language are loaded when they are shown; until then one
// writes into a plain field.
import { lazy, Suspense, useRef } from 'react'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import classes from './code-editor.module.css'
import { composed, PlainEditor } from './plain-editor.tsx'
import type { CodeDiffProps, CodeEditorProps, PlainState } from './types.ts'

const Editor = lazy(async () => {
  const { Editor } = await import('./editor.tsx')
  await composed()
  return { default: Editor }
})
const Diff = whenShown(async () => (await import('./diff.tsx')).Diff, <Skeleton lines={2} />)

/** CodeEditor edits `value`. Tab indents; Esc and then Tab leaves the editor. */
export function CodeEditor(props: CodeEditorProps) {
  const { size = 'field' } = props
  const left = useRef<PlainState>(undefined)
  return (
    <div className={`${classes.frame} ${classes[size]}`}>
      <Suspense fallback={<PlainEditor {...props} left={left} />}>
        <Editor {...props} left={left} />
      </Suspense>
    </div>
  )
}

/** CodeDiff shows what turns `before` into `after`; long stretches without a change are folded. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <div className={`${classes.frame} ${classes.page}`}>
      <Diff {...props} />
    </div>
  )
}
