import type { Messages } from '#i18n/en.ts'

/** grid is what the grid of rows says. */
export const grid: Messages['grid'] = {
  row: 'Safu',
  null: 'NULL',
  empty: 'tupu',
  deleted: 'imefutwa',
  setNull: 'Weka NULL',
  setEmpty: 'Weka maandishi matupu',
  editorHint: 'Enter huhifadhi, Esc huacha',
}
