import type { Messages } from '#i18n/en.ts'

/** settings is the screen of a project's settings. */
export const settings: Messages['settings'] = {
  title: 'Mipangilio',
  about: 'Jina, vikomo na mwisho wa mradi.',
  facts: 'Mradi',
  id: 'Kitambulisho cha mradi',
  organisation: 'Shirika',
  created: 'Uliundwa',
  name: 'Jina',
  projectName: 'Jina la mradi',
  save: 'Hifadhi',
  saved: 'Imehifadhiwa',
  limits: {
    title: 'Vikomo vya maombi',
    about: 'Kila mwitaji anaweza kutuma maombi mangapi. Zaidi ya hapo hujibiwa 429 kwa muda.',
    server: (key, user, address) =>
      `Vikomo vya seva vinatumika pia: maombi ${key} kwa dakika kwa kila ufunguo wa siri, ${user} kwa kila mtumiaji, ${address} kwa kila anwani.`,
    none: 'Hakuna kanuni zako bado.',
    rule: (group, by, limit, seconds) => `${group}, ${by}: maombi ${limit} kwa sekunde ${seconds}`,
    nth: (n) => `Kanuni ya ${n}`,
    group: 'Maombi kwa',
    groups: {
      all: 'Njia zote kwa pamoja',
      data: 'Safu na hoja',
      auth: 'Kuingia',
      storage: 'Faili',
      functions: 'Vitendakazi',
      realtime: 'Mabadiliko mubashara',
      payments: 'Malipo',
    },
    by: 'Huhesabiwa kwa',
    bys: { key: 'Kila ufunguo wa API', user: 'Kila mtumiaji', address: 'Kila anwani' },
    limit: 'Maombi',
    window: 'Kwa sekunde',
    add: 'Ongeza kanuni',
    remove: 'Ondoa',
  },
  delete: 'Futa mradi',
  deleteTitle: (name) => `Kufuta ${name}?`,
  deleteHint:
    'Majedwali na safu zake zote, faili, watumiaji, vitendakazi, funguo na siri vinafutwa pia. Kila kinachoita API yake kinakataliwa mara moja.',
  deleted: (name) => `${name} umefutwa`,
  undo: (until) => `Mpaka ${until} unaweza kurejeshwa kutoka orodha ya miradi.`,
  underWay: 'Data yake inaondolewa. Arifa itakuambia hakuna kilichobaki.',
}
