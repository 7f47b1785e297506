const en = {
  menu: 'Find in rows (Ctrl F)',
  field: 'Find in the rows that are loaded',
  place: (at: string, count: string, rows: string) => `${at} of ${count}, in ${rows} rows`,
  none: (rows: string) => `Nothing in the ${rows} rows that are loaded`,
  next: 'Next match',
  previous: 'Previous match',
}

const sw: typeof en = {
  menu: 'Tafuta kwenye safu (Ctrl F)',
  field: 'Tafuta kwenye safu zilizopakiwa',
  place: (at, count, rows) => `${at} kati ya ${count}, kwenye safu ${rows}`,
  none: (rows) => `Hakuna kwenye safu ${rows} zilizopakiwa`,
  next: 'Inayofuata',
  previous: 'Iliyotangulia',
}

/** messages are those of the search in loaded rows. */
export const messages = { en, sw }
