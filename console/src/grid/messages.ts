const en = {
  row: 'Row',
  null: 'NULL',
  empty: 'empty',
  deleted: 'deleted',
  setNull: 'Set NULL',
  setEmpty: 'Set empty text',
  peek: (name: string) => `Look into ${name}`,
  pick: (name: string) => `Choose ${name}`,
  editorHint: 'Enter saves, Esc leaves it',
  keys: {
    title: 'Cells',
    move: 'Move to another cell; with Shift, select',
    end: 'To the first and the last cell',
    next: 'The next cell; at the end of a row, out of the grid',
    edit: 'Edit the cell',
    clear: 'Set NULL',
    open: 'Open the row',
    row: 'Select the whole row',
    all: 'Select all rows',
    copy: 'Copy, and paste from a spreadsheet',
    undo: 'Undo your last edit',
    leave: 'Leave the selection, or the edit',
  },
}

const sw: typeof en = {
  row: 'Safu',
  null: 'NULL',
  empty: 'tupu',
  deleted: 'imefutwa',
  setNull: 'Weka NULL',
  setEmpty: 'Weka maandishi matupu',
  peek: (name) => `Tazama ndani ya ${name}`,
  pick: (name) => `Chagua ${name}`,
  editorHint: 'Enter huhifadhi, Esc huacha',
  keys: {
    title: 'Seli',
    move: 'Nenda kwenye seli nyingine; pamoja na Shift, chagua',
    end: 'Hadi seli ya kwanza na ya mwisho',
    next: 'Seli inayofuata; mwishoni mwa safu, toka kwenye jedwali',
    edit: 'Hariri seli',
    clear: 'Weka NULL',
    open: 'Fungua safu',
    row: 'Chagua safu nzima',
    all: 'Chagua safu zote',
    copy: 'Nakili, na ubandike kutoka lahajedwali',
    undo: 'Tengua hariri yako ya mwisho',
    leave: 'Acha uchaguzi, au hariri',
  },
}

/** messages are those of the grid of rows. */
export const messages = { en, sw }
