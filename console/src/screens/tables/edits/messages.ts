import type { Plural } from '#i18n/plural.ts'

const changes = { one: 'change', other: 'changes' }
const cells = { one: 'cell', other: 'cells' }
const rows = { one: 'row', other: 'rows' }

const en = {
  undo: 'Undo',
  restored: (n: number, plural: Plural) => `${n} ${plural(n, rows)} restored`,
  skipped: (n: number, plural: Plural) =>
    `${n} ${plural(n, cells)} changed by others meanwhile ${plural(n, { one: 'stays', other: 'stay' })} as ${plural(n, { one: 'it is', other: 'they are' })}`,
  wrote: (text: string) => `You wrote: ${text}`,
  saved: (column: string, text: string) => `${column} is saved: ${text}`,
  savedMany: (n: number, plural: Plural) => `${n} ${plural(n, cells)} saved`,
  notSaved: (n: number, plural: Plural) => `${n} ${plural(n, cells)} not saved`,
  elsewhere: (n: number, plural: Plural) => `${n} ${plural(n, cells)} changed elsewhere`,
  waiting: {
    busy: 'The server asks to wait.',
    offline: 'The server cannot be reached.',
    kept: (n: number, time: string, plural: Plural) =>
      `${n} ${plural(n, changes)} ${plural(n, { one: 'is', other: 'are' })} kept here, and written as soon as possible. Next try at ${time}.`,
    hurry: 'Try now',
  },
}

const sw: typeof en = {
  undo: 'Tengua',
  restored: (n) => `Safu ${n} zimerudishwa`,
  skipped: (n) => `Visanduku ${n} vilivyobadilishwa na wengine vinabaki vilivyo`,
  wrote: (text) => `Uliandika: ${text}`,
  saved: (column, text) => `${column} imehifadhiwa: ${text}`,
  savedMany: (n) => `Visanduku ${n} vimehifadhiwa`,
  notSaved: (n) => `Visanduku ${n} havijahifadhiwa`,
  elsewhere: (n) => `Visanduku ${n} vimebadilishwa kwingine`,
  waiting: {
    busy: 'Seva inaomba kusubiri.',
    offline: 'Seva haifikiki.',
    kept: (n, time) =>
      `Mabadiliko ${n} yamehifadhiwa hapa, na yataandikwa mapema iwezekanavyo. Jaribio lijalo ni saa ${time}.`,
    hurry: 'Jaribu sasa',
  },
}

/** messages are those about edits of cells. */
export const messages = { en, sw }
