// What several screens and all components say.

const en = {
  product: 'Msingi',
  actions: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    create: 'Create',
    retry: 'Try again',
    search: 'Search',
    more: 'Show more',
    menu: 'Actions',
    done: 'Done',
  },
  states: {
    loading: 'Loading',
    failed: 'This could not be loaded',
    offline: 'The server cannot be reached. Check your connection.',
    nothing: 'Nothing matches the search.',
    table: 'Show as a table',
    notFound: 'There is no such page',
    notFoundHint: 'The address may be misspelt, or what was here is gone.',
    crashed: 'This screen has failed',
    crashedHint:
      'Nothing that was saved is lost. Reload the page; if it happens again, report the message below.',
    reload: 'Reload',
    home: 'All projects',
    oldBrowser:
      'This browser is too old for the console. Use Chrome or Edge 120, Firefox 135, Safari 18.4 or later.',
  },
  confirm: {
    type: (name: string) => `Type “${name}” to confirm`,
    used: (names: readonly string[]) => `Still used by: ${names.join(', ')}.`,
    anyway: 'Delete all the same',
  },
  never: 'Never',
  screen: 'This screen',
  unsaved: 'What you have typed is not saved. Leave anyway?',
  values: { null: 'NULL', empty: 'empty' },
}

const sw: typeof en = {
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
    table: 'Onyesha kama jedwali',
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
  confirm: {
    type: (name) => `Andika “${name}” kuthibitisha`,
    used: (names) => `Bado inatumiwa na: ${names.join(', ')}.`,
    anyway: 'Futa hata hivyo',
  },
  never: 'Kamwe',
  screen: 'Skrini hii',
  unsaved: 'Ulichoandika hakijahifadhiwa. Uondoke hata hivyo?',
  values: { null: 'NULL', empty: 'tupu' },
}

/** common is that. */
export const common = { en, sw }
