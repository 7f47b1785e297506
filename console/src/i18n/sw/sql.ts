import type { Messages } from '#i18n/en.ts'

/** sql is the screen of SQL. */
export const sql: Messages['sql'] = {
  title: 'SQL',
  about:
    'Hoja huendeshwa kwa jina lako. Maagizo yanayoandika hujaribiwa kwanza, na kuonyesha yatakachobadilisha.',
  run: 'Endesha',
  review: 'Onyesha mabadiliko',
  save: 'Hifadhi hoja',
  saveHint: 'Kila kitambulisho cha mradi kinaruhusiwa kuiendesha, chini ya sera zake.',
  name: 'Jina',
  saved: (name) => `${name} imehifadhiwa`,
  savedQueries: 'Hoja zilizohifadhiwa',
  noSaved: 'Bado hakuna iliyohifadhiwa.',
  delete: 'Futa',
  deleteTitle: (name) => `Ufute ${name}?`,
  deleteHint: 'Programu zinazoiendesha zitakataliwa kuanzia hapo.',
  deleted: (name) => `${name} imefutwa`,
  result: 'Matokeo',
  rows: (n) => `Safu ${n}.`,
  truncated: (n) => `Matokeo yamekatwa: hoja hurudisha hadi safu ${n}.`,
  noRows: 'Hoja haina safu',
  added: 'Vilivyoongezwa',
  removed: 'Vilivyoondolewa',
  changed: 'Vilivyobadilishwa',
  onlyRows: 'Muundo unabaki ulivyo; safu zinaweza kubadilika.',
  done: 'Maagizo yameendeshwa',
}
