import type { Messages } from '#i18n/en.ts'

/** apiKeys is the screen of API keys. */
export const apiKeys: Messages['apiKeys'] = {
  title: 'Funguo za API',
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
