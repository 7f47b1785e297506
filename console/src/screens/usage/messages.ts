import { meters } from '#i18n/meters.ts'
import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.usage,
  about: 'What the project uses, by day or month in UTC. Rows and sizes are the most of each period.',
  by: 'Period',
  periods: { day: 'By day, last 30 days', month: 'By month, last 12 months' },
  period: 'Period',
  meter: 'Meter',
  share: 'Share of the highest',
  emptyTitle: 'Nothing used yet',
  emptyHint: 'Figures appear here once the API of the project is called.',
  connect: 'Show how to connect',
  meters: meters.en,
  organisationAbout:
    'What each project of the organisation uses in a month of UTC. Rows and sizes are the most of it, as measured each hour.',
  months: { current: 'This month', previous: 'Last month' },
  project: 'Project',
  total: (figure: string) => `Sum of all projects: ${figure}.`,
  forecast: (figure: string) => `At the average of the days until now, the month comes to ${figure}.`,
  noProjects: 'No projects yet',
  noProjectsHint: 'Create a project in this organisation to see what it uses.',
  allProjects: 'All projects',
  milliseconds: (n: string) => `${n} ms`,
}

/** Messages is what each language has to say. */
export type Messages = typeof en

const sw: Messages = {
  title: titles.sw.usage,
  about:
    'Mradi unachotumia, kwa siku au mwezi katika UTC. Safu na ukubwa ni kiwango cha juu cha kila kipindi.',
  by: 'Kipindi',
  periods: { day: 'Kwa siku, siku 30 zilizopita', month: 'Kwa mwezi, miezi 12 iliyopita' },
  period: 'Kipindi',
  meter: 'Kipimo',
  share: 'Sehemu ya kiwango cha juu',
  emptyTitle: 'Hakuna kilichotumika bado',
  emptyHint: 'Takwimu huonekana hapa API ya mradi inapoitwa.',
  connect: 'Onyesha jinsi ya kuunganisha',
  meters: meters.sw,
  organisationAbout:
    'Kila mradi wa shirika unachotumia katika mwezi wa UTC. Safu na ukubwa ni kiwango chake cha juu, hupimwa kila saa.',
  months: { current: 'Mwezi huu', previous: 'Mwezi uliopita' },
  project: 'Mradi',
  total: (figure) => `Jumla ya miradi yote: ${figure}.`,
  forecast: (figure) => `Kwa wastani wa siku hadi sasa, mwezi utafikia ${figure}.`,
  noProjects: 'Bado hakuna miradi',
  noProjectsHint: 'Unda mradi kwenye shirika hili ili kuona unachotumia.',
  allProjects: 'Miradi yote',
  milliseconds: (n) => `ms ${n}`,
}

/** messages are those of the screen of usage. */
export const messages = { en, sw }
