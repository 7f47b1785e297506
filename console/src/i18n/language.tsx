// The language of the viewer. Each part of the console has its messages in a `messages.ts` of its own folder, in all
// languages: `const m = useMessages(messages)`. They are loaded with the code that says them.
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { common } from './common.ts'
import { type Format, formatOf } from './format.ts'
import { type Plural, pluralOf } from './plural.ts'

/** Locale is a language that the console speaks. */
export type Locale = 'en' | 'sw'

/** LOCALES are their own names for themselves. */
export const LOCALES: Readonly<Record<Locale, string>> = { en: 'English', sw: 'Kiswahili' }

/** InLanguages is the same messages in each language. English is the type: a message that another lacks does not compile. */
export type InLanguages<T> = { readonly en: T } & Readonly<Record<Locale, NoInfer<T>>>

interface Language {
  readonly locale: Locale
  /** common is what several screens say. */
  readonly common: typeof common.en
  readonly format: Format
  readonly plural: Plural
}

const LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { locale: 'en', common: common.en, format: formatOf('en-GB'), plural: pluralOf('en') },
  sw: { locale: 'sw', common: common.sw, format: formatOf('sw'), plural: pluralOf('sw') },
}

const Context = createContext(LANGUAGES.en)

/** useLanguage returns the viewer's language: its formats, its plurals, and what several screens say. */
export function useLanguage(): Language {
  return useContext(Context)
}

/** useMessages returns messages in the viewer's language. */
export function useMessages<T>(messages: InLanguages<T>): T {
  return messages[useContext(Context).locale]
}

/** LanguageProvider has everything below it speak a language. */
export function LanguageProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return <Context value={LANGUAGES[locale]}>{children}</Context>
}
