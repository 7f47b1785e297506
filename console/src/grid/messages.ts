const en = {
  row: 'Row',
  null: 'NULL',
  empty: 'empty',
  deleted: 'deleted',
  setNull: 'Set NULL',
  setEmpty: 'Set empty text',
  pick: (name: string) => `Choose ${name}`,
  editorHint: 'Enter saves, Esc leaves it',
}

const sw: typeof en = {
  row: 'Safu',
  null: 'NULL',
  empty: 'tupu',
  deleted: 'imefutwa',
  setNull: 'Weka NULL',
  setEmpty: 'Weka maandishi matupu',
  pick: (name) => `Chagua ${name}`,
  editorHint: 'Enter huhifadhi, Esc huacha',
}

/** messages are those of the grid of rows. */
export const messages = { en, sw }
