import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.organisationRoles,
  about: 'A member has at most one built-in role and any number of your own; what they allow adds up.',
  create: 'New role',
  name: 'Name',
  kind: 'Kind',
  description: 'Description',
  permissions: 'Permissions',
  isBuiltIn: 'Built in',
  isOwn: 'Own',
  builtIn: { owner: 'Owner', admin: 'Admin', developer: 'Developer', viewer: 'Viewer', billing: 'Billing' },
  builtInHint: 'This role is built in, and cannot be changed.',
  notYours: 'You can change roles that allow no more than you may do yourself.',
  save: 'Save',
  saved: (name: string) => `${name} is saved`,
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHint: 'All members lose it at once, and with it what no other role allows them.',
  deleted: (name: string) => `${name} is deleted`,
}

const sw: typeof en = {
  title: titles.sw.organisationRoles,
  about: 'Mwanachama ana jukumu moja la mfumo kwa zaidi, na yako mwenyewe yoyote; ruhusa zake hujumlishwa.',
  create: 'Jukumu jipya',
  name: 'Jina',
  kind: 'Aina',
  description: 'Maelezo',
  permissions: 'Ruhusa',
  isBuiltIn: 'La mfumo',
  isOwn: 'Lako',
  builtIn: {
    owner: 'Mmiliki',
    admin: 'Msimamizi',
    developer: 'Msanidi',
    viewer: 'Mtazamaji',
    billing: 'Malipo',
  },
  builtInHint: 'Jukumu hili ni la mfumo, na haliwezi kubadilishwa.',
  notYours: 'Unaweza kubadilisha majukumu yasiyoruhusu zaidi ya unayoweza mwenyewe.',
  save: 'Hifadhi',
  saved: (name) => `${name} limehifadhiwa`,
  delete: 'Futa',
  deleteTitle: (name) => `Kufuta ${name}?`,
  deleteHint:
    'Wanachama wote wanalipoteza mara moja, pamoja na yote ambayo hakuna jukumu jingine linaloruhusu.',
  deleted: (name) => `${name} limefutwa`,
}

/** messages is what the screen says. */
export const messages = { en, sw }
