import type { Messages } from '#i18n/en.ts'

/** common is what several screens and all components say. */
export const common: Messages['common'] = {
  product: 'Msingi',
  actions: {
    cancel: 'Ghairi',
    close: 'Funga',
    copy: 'Nakili',
    copied: 'Imenakiliwa',
    create: 'Unda',
    retry: 'Jaribu tena',
    search: 'Tafuta',
    more: 'Onyesha zaidi',
    menu: 'Vitendo',
    done: 'Tayari',
  },
  states: {
    loading: 'Inapakia',
    failed: 'Imeshindwa kupakia',
    offline: 'Seva haifikiki. Angalia muunganisho wako.',
    nothing: 'Hakuna kinacholingana na utafutaji.',
    notFound: 'Hakuna ukurasa kama huo',
    notFoundHint: 'Huenda anwani imekosewa, au kilichokuwa hapa kimeondolewa.',
    crashed: 'Skrini hii imeshindwa',
    crashedHint:
      'Hakuna kilichohifadhiwa kilichopotea. Pakia upya; ikijirudia, ripoti ujumbe ulio hapa chini.',
    reload: 'Pakia upya',
    home: 'Miradi yote',
    oldBrowser:
      'Kivinjari hiki ni cha zamani mno. Tumia Chrome au Edge 120, Firefox 135, Safari 18.4 au mpya zaidi.',
  },
  confirm: { type: (name) => `Andika “${name}” kuthibitisha` },
  never: 'Kamwe',
  unsaved: 'Ulichoandika hakijahifadhiwa. Uondoke hata hivyo?',
}
