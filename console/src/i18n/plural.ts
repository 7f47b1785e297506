// Plural forms, by the rules of each language.

/** Plural returns the form of a word that stands with a number. */
export type Plural = (n: number, forms: { readonly one?: string; readonly other: string }) => string

/** pluralOf returns the Plural of a language. */
export function pluralOf(locale: string): Plural {
  const rules = new Intl.PluralRules(locale)
  return (n, forms) => (rules.select(n) === 'one' ? (forms.one ?? forms.other) : forms.other)
}
