// What a code editor takes, without the editor itself: that is loaded when one is shown.
import type { Extension } from '@codemirror/state'

/** Diagnostic is one thing that is wrong at a line. Lines and columns count from 1; without `column` it is the whole line. */
export interface Diagnostic {
  readonly line: number
  readonly column?: number
  readonly message: string
  /** severity is `error` where it is left out. */
  readonly severity?: 'error' | 'warning' | 'info'
}

/** Completion is one proposal; `detail` stands beside it, `info` below. */
export interface Completion {
  readonly label: string
  readonly kind?: 'table' | 'column' | 'function' | 'keyword' | 'type' | 'value'
  readonly detail?: string
  readonly info?: string
}

/** CompletionRequest is the whole text, and the word before the caret from its offset `from`. */
export interface CompletionRequest {
  readonly text: string
  readonly word: string
  readonly from: number
}

/** Complete returns what could follow; the editor narrows it down by the word. It must not throw. */
export type Complete = (request: CompletionRequest) => readonly Completion[] | Promise<readonly Completion[]>

/** LanguageLoaders load what shows a language, and what it takes once somebody writes in it. */
export interface LanguageLoaders {
  readonly shown: () => Promise<Extension>
  readonly written: () => Promise<Extension>
}

/** Language is one of those built in, or loads another (by the same object at each render). */
export type Language = 'javascript' | 'json' | 'sql' | 'text' | 'typescript' | LanguageLoaders

/** SelectedText is what is selected, and where it begins; lines and columns count from 1. */
export interface SelectedText {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** CodeEditorProps are those of a CodeEditor; `label` is its name for screen readers. */
export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly language: Language
  readonly diagnostics?: readonly Diagnostic[]
  readonly completions?: Complete
  readonly readOnly?: boolean
  /** onRun is called by Ctrl or Cmd Enter, with the selected text or all of it. */
  readonly onRun?: (text: string) => void
  /** onSelect is called when another text is selected, with undefined for none. */
  readonly onSelect?: (selected: SelectedText | undefined) => void
  /** size is `field` (grows with its text up to a third of the page), `page` (some two thirds of it) or `fill` (as high as what is around it). */
  readonly size?: 'field' | 'page' | 'fill'
}

/** PlainState is what stood in the place of an editor when its code was there. */
export interface PlainState {
  /** value is the text that the page had it show; `text` may be newer. */
  readonly value: string
  readonly text: string
  readonly selection: { readonly anchor: number; readonly head: number }
  readonly isFocused: boolean
}

/** CodeDiffProps are two texts; `label` names the comparison. */
export interface CodeDiffProps {
  readonly label: string
  readonly before: string
  readonly after: string
  readonly language: Language
}
