const en = {
  requests: 'Saved requests',
  find: 'Search by name',
  save: (name: string) => `Save ${name}`,
  saveAs: 'Save as…',
  rename: 'Rename',
  name: 'Name',
  taken: 'There is a request of this name.',
  shared: 'All members of the project see saved requests: leave credentials out of them.',
  saved: (name: string) => `${name} is saved`,
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete the request ${name}?`,
  deleteHint: 'It goes for all members of the project. What is typed stays.',
  deleted: (name: string) => `${name} is deleted`,
}

const sw: typeof en = {
  requests: 'Maombi yaliyohifadhiwa',
  find: 'Tafuta kwa jina',
  save: (name) => `Hifadhi ${name}`,
  saveAs: 'Hifadhi kama…',
  rename: 'Badilisha jina',
  name: 'Jina',
  taken: 'Kuna ombi la jina hili.',
  shared: 'Wanachama wote wa mradi huona maombi yaliyohifadhiwa: usiweke vitambulisho vya siri ndani yake.',
  saved: (name) => `${name} imehifadhiwa`,
  delete: 'Futa',
  deleteTitle: (name) => `Ufute ombi ${name}?`,
  deleteHint: 'Linaondoka kwa wanachama wote wa mradi. Ulichoandika kinabaki.',
  deleted: (name) => `${name} imefutwa`,
}

/** messages are those of the requests that are saved for a function. */
export const messages = { en, sw }
