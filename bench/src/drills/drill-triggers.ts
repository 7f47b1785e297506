// The drill of triggers: 3,000 row events for a function that fails at times, while the server is killed with -9.
import type pg from 'pg'
import { urlOf } from '../../../server/test/test-database.ts'
import { drillTriggers } from '../../../server/test/triggers/drill.ts'
import { openLab } from '../lab/lab.ts'

// Three events each.
const ROWS = 1000

/** runTriggersDrill kills the server so many times, and returns whether no event and no failed job was lost. */
export async function runTriggersDrill(kills: number, seed: number): Promise<boolean> {
  const lab = await openLab()
  try {
    // Another one takes its place.
    await lab.msingi.stop()
    const connection = lab.connection as pg.ClientConfig
    const settings = { DATABASE_URL: urlOf(connection), MSINGI_DATA: lab.dataDir }
    const verdict = await drillTriggers({ settings, connection, rows: ROWS, kills, seed })
    const { events, calls, refused, missing, repeated, unlisted, given_up, unsettled } = verdict
    console.log(
      `${verdict.kills} kills, ${events} events, ${calls} calls, ${refused} events refused for good: ${missing} missing, ` +
        `${repeated} repeated, ${unlisted} not among the failed jobs, ${given_up} given up, ${unsettled} not settled`,
    )
    const passed = missing + repeated + unlisted + given_up + unsettled === 0
    console.log(passed ? 'passed' : 'FAILED')
    return passed
  } finally {
    await lab.stop()
  }
}
