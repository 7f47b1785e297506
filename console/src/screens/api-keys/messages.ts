import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.apiKeys,
  about:
    'Programs use a key in place of a person: secret keys on servers, publishable keys in browsers and apps.',
  columns: { name: 'Name', key: 'Key', kind: 'Kind', lastUsed: 'Last used', expires: 'Expires' },
  kinds: { secret: 'Secret', publishable: 'Publishable' },
  kindHints: {
    secret: 'For servers. It may all that no policy forbids.',
    publishable: 'For browsers and apps. It may only what policies allow.',
  },
  emptyTitle: 'No keys yet',
  emptyHint: 'Create a key, and call the API with it.',
  create: 'New key',
  name: 'Name',
  nameHint: 'Where the key is used, such as “Website”.',
  kind: 'Kind',
  expiry: 'Expires',
  expiries: { never: 'Never', month: 'In 30 days', quarter: 'In 90 days', year: 'In a year' },
  shownOnce: 'Copy the key now',
  shownOnceHint: 'It is not stored, and cannot be shown again.',
  rotate: 'Rotate',
  rotateTitle: (name: string) => `Rotate ${name}?`,
  rotateHint: 'The key gets a new secret. The old one goes on working for as long as you choose.',
  overlap: 'The old key works for',
  overlaps: { none: 'Not at all', hour: 'One hour', day: 'One day', week: 'One week' },
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeHint: 'Every program that uses this key is refused at once. This cannot be undone.',
  revoked: (name: string) => `${name} is revoked`,
}

const sw: typeof en = {
  title: titles.sw.apiKeys,
  about: 'Programu hutumia ufunguo badala ya mtu: wa siri kwenye seva, wa umma kwenye vivinjari na programu.',
  columns: {
    name: 'Jina',
    key: 'Ufunguo',
    kind: 'Aina',
    lastUsed: 'Ulitumika mwisho',
    expires: 'Unaisha',
  },
  kinds: { secret: 'Wa siri', publishable: 'Wa umma' },
  kindHints: {
    secret: 'Kwa seva. Unaruhusu yote yasiyokatazwa na sera.',
    publishable: 'Kwa vivinjari na programu. Unaruhusu tu yale ambayo sera zinaruhusu.',
  },
  emptyTitle: 'Hakuna funguo bado',
  emptyHint: 'Unda ufunguo, kisha uite API nao.',
  create: 'Ufunguo mpya',
  name: 'Jina',
  nameHint: 'Unakotumika, kwa mfano “Tovuti”.',
  kind: 'Aina',
  expiry: 'Unaisha',
  expiries: {
    never: 'Kamwe',
    month: 'Baada ya siku 30',
    quarter: 'Baada ya siku 90',
    year: 'Baada ya mwaka',
  },
  shownOnce: 'Nakili ufunguo sasa',
  shownOnceHint: 'Hauhifadhiwi, na hauwezi kuonyeshwa tena.',
  rotate: 'Zungusha',
  rotateTitle: (name) => `Kuzungusha ${name}?`,
  rotateHint: 'Ufunguo unapata siri mpya. Ya zamani inaendelea kufanya kazi kwa muda unaochagua.',
  overlap: 'Ufunguo wa zamani unafanya kazi kwa',
  overlaps: { none: 'Hapana', hour: 'Saa moja', day: 'Siku moja', week: 'Wiki moja' },
  revoke: 'Futa',
  revokeTitle: (name) => `Kufuta ${name}?`,
  revokeHint: 'Kila programu inayotumia ufunguo huu inakataliwa mara moja. Haiwezi kutenduliwa.',
  revoked: (name) => `${name} umefutwa`,
}

/** messages are those of the screen of API keys. */
export const messages = { en, sw }
