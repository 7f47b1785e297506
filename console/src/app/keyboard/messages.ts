const en = {
  title: 'Keyboard shortcuts',
  single: 'Shortcuts of one character',
  singleHint: 'Those without Ctrl, such as ? and g. They never work while you type in a field.',
  everywhere: 'Everywhere',
  going: 'Go to',
  palette: 'Command palette',
  sheet: 'These shortcuts',
}

const sw: typeof en = {
  title: 'Mikato ya kibodi',
  single: 'Mikato ya herufi moja',
  singleHint: 'Isiyo na Ctrl, kama ? na g. Haifanyi kazi unapoandika kwenye sehemu.',
  everywhere: 'Kila mahali',
  going: 'Nenda kwenye',
  palette: 'Orodha ya amri',
  sheet: 'Mikato hii',
}

/** messages are those of the sheet of shortcuts. */
export const messages = { en, sw }
