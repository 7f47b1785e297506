/** grid is what the grid of rows says. */
export const grid = {
  row: 'Row',
  null: 'NULL',
  empty: 'empty',
  deleted: 'deleted',
  setNull: 'Set NULL',
  setEmpty: 'Set empty text',
  editorHint: 'Enter saves, Esc leaves it',
}
