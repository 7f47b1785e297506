// An editor of code, shared by all screens that have one. CodeMirror and each language are loaded when they are shown.
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import classes from './code-editor.module.css'
import type { CodeDiffProps, CodeEditorProps } from './types.ts'

const Editor = whenShown(async () => (await import('./editor.tsx')).Editor, <Skeleton lines={2} />)
const Diff = whenShown(async () => (await import('./diff.tsx')).Diff, <Skeleton lines={2} />)

/** CodeEditor edits `value`. Tab indents; Esc and then Tab leaves the editor. */
export function CodeEditor(props: CodeEditorProps) {
  const { size = 'field' } = props
  return (
    <div className={`${classes.frame} ${classes[size]}`}>
      <Editor {...props} />
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
