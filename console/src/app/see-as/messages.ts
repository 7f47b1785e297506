const en = {
  title: 'See as…',
  about: 'You see the rows that this caller sees, and change nothing. Each use stands in the audit log.',
  publishable: 'Any publishable key',
  keys: 'Keys',
  users: 'Users',
  search: 'Search by email, phone or name',
  anyKey: 'a publishable key',
  unknown: 'this caller',
  bar: (name: string) => `You see what ${name} sees`,
}

const sw: typeof en = {
  title: 'Tazama kama…',
  about:
    'Unaona safu ambazo huyu anaziona, na hubadilishi chochote. Kila matumizi huandikwa kwenye kumbukumbu ya ukaguzi.',
  publishable: 'Ufunguo wowote wa umma',
  keys: 'Funguo',
  users: 'Watumiaji',
  search: 'Tafuta kwa barua pepe, simu au jina',
  anyKey: 'ufunguo wa umma',
  unknown: 'huyu',
  bar: (name) => `Unaona anachoona ${name}`,
}

/** messages are those of the choice of a caller, and of who is seen. */
export const messages = { en, sw }
