// What an editor gets when somebody is about to use it: keys, search, undo, brackets and completions.
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import type { Complete, Completion } from './types.ts'

// The icons of CodeMirror are named after what programs consist of.
const ICONS: Readonly<Record<NonNullable<Completion['kind']>, string>> = {
  table: 'class',
  column: 'property',
  function: 'function',
  keyword: 'keyword',
  type: 'type',
  value: 'constant',
}

/** reading is what a text needs that is searched and copied. */
export const reading: Extension = keymap.of([...searchKeymap, ...defaultKeymap])

/** writing is what a text needs that is typed; `complete` adds to what the language itself proposes. */
export function writing(complete: Complete): Extension {
  return [
    completing(complete),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    keymap.of([
      ...closeBracketsKeymap,
      ...historyKeymap,
      { key: 'Tab', run: acceptCompletion },
      indentWithTab,
    ]),
    reading,
  ]
}

function completing(complete: Complete): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/[\w$.]*$/)
    const whole = before?.text ?? ''
    if (whole === '' && !context.explicit) return null
    // After a dot only what follows it is replaced.
    const word = whole.slice(whole.lastIndexOf('.') + 1)
    const from = context.pos - word.length
    const found = await complete({ text: context.state.doc.toString(), word, from })
    const options = found.map(({ label, kind, detail, info }) => ({
      label,
      ...(kind === undefined ? {} : { type: ICONS[kind] }),
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
    }))
    return { from, options, validFor: /^[\w$]*$/ }
  }
  const data = [{ autocomplete: source }]
  return [autocompletion({ maxRenderedOptions: 50 }), EditorState.languageData.of(() => data)]
}
