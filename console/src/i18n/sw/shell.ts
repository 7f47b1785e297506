import type { Messages } from '#i18n/en.ts'

/** shell is what stands around every screen. */
export const shell: Messages['shell'] = {
  skip: 'Ruka hadi yaliyomo',
  navigation: 'Urambazaji',
  openNavigation: 'Fungua urambazaji',
  collapse: 'Kunja upau wa kando',
  expand: 'Kunjua upau wa kando',
  switchProject: 'Badilisha mradi',
  findProject: 'Tafuta mradi…',
  allProjects: 'Miradi yote',
  noProject: 'Chagua mradi',
  breadcrumbs: 'Njia ya ukurasa',
  account: 'Akaunti na mwonekano',
  signOut: 'Ondoka',
  theme: 'Mandhari',
  themes: { light: 'Mwanga', dark: 'Giza', system: 'Ya mfumo' },
  density: 'Msongamano',
  densities: { comfortable: 'Wa kawaida', compact: 'Ulioshikana' },
  language: 'Lugha',
  palette: 'Orodha ya amri',
  paletteHint: 'Nenda kwenye skrini au mradi…',
  development: 'Maendeleo',
  production: 'Uzalishaji',
  screens: { home: 'Muhtasari', projects: 'Miradi', apiKeys: 'Funguo za API' },
}
