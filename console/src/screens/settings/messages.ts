import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.settings,
  about: 'Name, limits and end of the project.',
  facts: 'Project',
  id: 'Id of the project',
  organisation: 'Organisation',
  created: 'Created',
  name: 'Name',
  projectName: 'Name of the project',
  save: 'Save',
  saved: 'Saved',
  limits: {
    title: 'Rate limits',
    about: 'How many requests each caller may make. Beyond that they are answered with 429 for a while.',
    server: (key: string, user: string, address: string) =>
      `The server's own limits apply as well: ${key} requests a minute for each secret key, ${user} for each user, ${address} for each address.`,
    none: 'No rules of your own.',
    rule: (group: string, by: string, limit: string, seconds: string) =>
      `${group}, ${by}: ${limit} requests in ${seconds} seconds`,
    nth: (n: number) => `Rule ${n}`,
    group: 'Requests to',
    groups: {
      all: 'All routes together',
      data: 'Rows and queries',
      auth: 'Sign-in',
      storage: 'Files',
      functions: 'Functions',
      realtime: 'Live changes',
      payments: 'Payments',
    },
    by: 'Counted for',
    bys: { key: 'Each API key', user: 'Each end user', address: 'Each address' },
    limit: 'Requests',
    window: 'In seconds',
    add: 'Add a rule',
    remove: 'Remove',
  },
  delete: 'Delete the project',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHint:
    'Its tables with all rows, files, users, functions, keys and secrets go with it. Everything that calls its API is refused at once.',
  deleted: (name: string) => `${name} is deleted`,
  undo: (until: string) => `Until ${until} it can be restored from the list of projects.`,
  underWay: 'Its data is being removed. A notification says when nothing is left.',
}

const sw: typeof en = {
  title: titles.sw.settings,
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

/** messages are those of the screen of a project's settings. */
export const messages = { en, sw }
