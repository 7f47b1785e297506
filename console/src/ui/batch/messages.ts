import type { Plural } from '#i18n/plural.ts'

const en = {
  progress: (ended: number, total: number) => `${ended} of ${total}`,
  stop: 'Stop',
  failed: (n: number, plural: Plural) => `${n} ${plural(n, { one: 'has failed', other: 'have failed' })}`,
}

const sw: typeof en = {
  progress: (ended, total) => `${ended} kati ya ${total}`,
  stop: 'Simamisha',
  failed: (n, plural) => plural(n, { one: `${n} imeshindwa`, other: `${n} zimeshindwa` }),
}

/** messages are those of acts on many things. */
export const messages = { en, sw }
