// The languages of the editor, each in a chunk of its own. Until somebody writes, they are shown in their colors alone.
import { LRLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { Language, LanguageLoaders } from './types.ts'

async function showScript(dialect: string): Promise<Extension> {
  const { parser } = await import('@lezer/javascript')
  return LRLanguage.define({ parser: parser.configure({ dialect }) })
}

async function loadScript(typescript: boolean): Promise<Extension> {
  return (await import('@codemirror/lang-javascript')).javascript({ typescript })
}

// Of these, the parser is nearly all.
function whole(load: () => Promise<Extension>): LanguageLoaders {
  return { shown: load, written: load }
}

const LOADERS: Readonly<Record<Extract<Language, string>, LanguageLoaders>> = {
  javascript: { shown: () => showScript(''), written: () => loadScript(false) },
  json: whole(async () => (await import('@codemirror/lang-json')).json()),
  sql: whole(async () => {
    const { PostgreSQL, sql } = await import('@codemirror/lang-sql')
    return sql({ dialect: PostgreSQL, upperCaseKeywords: false })
  }),
  text: whole(async () => []),
  typescript: { shown: () => showScript('ts'), written: () => loadScript(true) },
}

/** loadLanguage returns how a language is shown, or, with `written`, how it is completed and indented as well. */
export function loadLanguage(language: Language, use: keyof LanguageLoaders): Promise<Extension> {
  return (typeof language === 'string' ? LOADERS[language] : language)[use]()
}
