// The language of the viewer, for all components: `const { m, format, plural } = useLanguage()`.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { en, type Messages } from './en.ts'
import { type Format, formatOf } from './format.ts'
import { type Plural, pluralOf } from './plural.ts'

/** Locale is a language that the console speaks. */
export type Locale = 'en' | 'sw'

/** LOCALES are their own names for themselves. */
export const LOCALES: Readonly<Record<Locale, string>> = { en: 'English', sw: 'Kiswahili' }

interface Language {
  readonly locale: Locale
  /** m is all messages. */
  readonly m: Messages
  readonly format: Format
  readonly plural: Plural
}

const ENGLISH: Language = { locale: 'en', m: en, format: formatOf('en-GB'), plural: pluralOf('en') }
const Context = createContext(ENGLISH)

/** useLanguage returns the messages and formats of the viewer's language. */
export function useLanguage(): Language {
  return useContext(Context)
}

/** LanguageProvider has everything below it speak a language, once its messages are loaded. */
export function LanguageProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const [language, setLanguage] = useState(ENGLISH)
  useEffect(() => {
    let wanted = true
    loadLanguage(locale).then((loaded) => {
      if (!wanted) return
      document.documentElement.lang = locale
      setLanguage(loaded)
    })
    return () => {
      wanted = false
    }
  }, [locale])
  return <Context value={language}>{children}</Context>
}

async function loadLanguage(locale: Locale): Promise<Language> {
  if (locale === 'en') return ENGLISH
  const { sw } = await import('./sw.ts')
  return { locale, m: sw, format: formatOf('sw'), plural: pluralOf('sw') }
}
