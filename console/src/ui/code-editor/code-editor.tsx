// An editor of code, shared by all screens that have one. CodeMirror and each language are loaded when they are shown.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/states.tsx'
import classes from './code-editor.module.css'
import type { CodeDiffProps, CodeEditorProps } from './types.ts'

const Editor = lazy(() => import('./editor.tsx').then(({ Editor }) => ({ default: Editor })))
const Diff = lazy(() => import('./diff.tsx').then(({ Diff }) => ({ default: Diff })))

/** CodeEditor edits `value`. Tab indents; Esc and then Tab leaves the editor. */
export function CodeEditor(props: CodeEditorProps) {
  const { size = 'field' } = props
  return (
    <div className={`${classes.frame} ${classes[size]}`}>
      <Suspense fallback={<Skeleton lines={3} />}>
        <Editor {...props} />
      </Suspense>
    </div>
  )
}

/** CodeDiff shows what turns `before` into `after`; long stretches without a change are folded. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <div className={`${classes.frame} ${classes.page}`}>
      <Suspense fallback={<Skeleton lines={3} />}>
        <Diff {...props} />
      </Suspense>
    </div>
  )
}
