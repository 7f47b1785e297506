// The drill of resumable uploads: 1 GB by the official client of tus, cut 20 times, while the server is killed with -9.
import { join } from 'node:path'
import type pg from 'pg'
import { openSite } from '../../../server/test/crash/site.ts'
import { urlOf } from '../../../server/test/test-database.ts'
import { runUpload } from '../../../server/test/uploads/drill.ts'
import { megabytes } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'

const BYTES = 1024 ** 3
const CUTS = 20

/** runUploadsDrill kills the server so many times, and returns whether the object is bit-equal to the file. */
export async function runUploadsDrill(kills: number): Promise<boolean> {
  const lab = await openLab()
  try {
    // Another one takes its place.
    await lab.msingi.stop()
    const settings = { DATABASE_URL: urlOf(lab.connection as pg.ClientConfig), MSINGI_DATA: lab.dataDir }
    const site = await openSite(settings)
    try {
      const begun = performance.now()
      const path = join(lab.dataDir, 'file')
      const done = await runUpload(site, { bytes: BYTES, cuts: CUTS, kills, path })
      const seconds = Math.round((performance.now() - begun) / 1000)
      const { sent, stored, received } = done
      const passed = stored.size === BYTES && stored.checksum === sent && received === sent
      console.log(
        `${megabytes(BYTES)}, cut ${done.cuts} times, ${done.kills} kills, ${seconds} s: ` +
          `${passed ? 'bit-equal' : `sent ${sent}, stored ${stored.checksum}, received ${received}`}`,
      )
      console.log(passed ? 'passed' : 'FAILED')
      return passed
    } finally {
      await site.stop()
    }
  } finally {
    await lab.stop()
  }
}
