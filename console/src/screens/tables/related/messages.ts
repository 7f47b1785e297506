const en = {
  title: (table: string) => `Row of ${table}`,
  open: (table: string) => `Open in ${table}`,
  hidden: 'There is no such row, or it is deleted.',
  download: 'Download',
  fromFile: 'Bytes of a file',
  tooLarge: (size: string) => `The file is too large: at most ${size} fit into a request.`,
  bytes: 'Bytes',
  start: 'First bytes, hexadecimal',
  shownBy: (column: string) => `Show rows of ${column} by`,
}

const sw: typeof en = {
  title: (table) => `Safu ya ${table}`,
  open: (table) => `Fungua katika ${table}`,
  hidden: 'Hakuna safu kama hiyo, au imefutwa.',
  download: 'Pakua',
  fromFile: 'Baiti za faili',
  tooLarge: (size) => `Faili ni kubwa mno: ${size} tu hutoshea kwenye ombi.`,
  bytes: 'Baiti',
  start: 'Baiti za kwanza, kwa heksadesimali',
  shownBy: (column) => `Onyesha safu za ${column} kwa`,
}

/** messages are those about what cells refer to. */
export const messages = { en, sw }
