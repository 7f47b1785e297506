// The languages of the editor, each in a chunk of its own.
import type { Extension } from '@codemirror/state'
import type { Language } from './types.ts'

const LOADERS: Readonly<Record<Extract<Language, string>, () => Promise<Extension>>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  sql: async () => {
    const { PostgreSQL, sql } = await import('@codemirror/lang-sql')
    return sql({ dialect: PostgreSQL, upperCaseKeywords: false })
  },
  text: async () => [],
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
}

/** loadLanguage returns the parser and the completions of a language. */
export function loadLanguage(language: Language): Promise<Extension> {
  return typeof language === 'string' ? LOADERS[language]() : language()
}
