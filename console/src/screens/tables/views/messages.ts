const en = {
  menu: (name: string) => `Menu of ${name}`,
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  unordered: 'Do not sort by it',
  freeze: 'Freeze up to here',
  unfreeze: 'Unfreeze from here',
  hide: 'Hide',
  rename: 'Rename',
  change: 'Change',
  drop: 'Drop',
}

const sw: typeof en = {
  menu: (name) => `Menyu ya ${name}`,
  ascending: 'Panga kwa kupanda',
  descending: 'Panga kwa kushuka',
  unordered: 'Usipange kwa hii',
  freeze: 'Gandisha hadi hapa',
  unfreeze: 'Achilia kuanzia hapa',
  hide: 'Ficha',
  rename: 'Badilisha jina',
  change: 'Badilisha',
  drop: 'Ondoa',
}

/** messages are those of the menu of a column. */
export const messages = { en, sw }
