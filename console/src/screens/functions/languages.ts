// The languages of a function's files.
import type { Language } from '#ui/code-editor/types.ts'

/** languageOf returns the language of a file by its ending. */
export function languageOf(path: string): Language {
  if (/\.m?ts$/.test(path)) return 'typescript'
  if (/\.m?js$/.test(path)) return 'javascript'
  return path.endsWith('.json') ? 'json' : 'text'
}
