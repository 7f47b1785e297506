// The lab's database as a server would open it, for what is measured without HTTP.
import { Cluster } from '../../../server/src/platform/db/clusters/cluster.ts'
import type { Log } from '../../../server/src/platform/log/log.ts'
import { openKeys } from '../../../server/src/platform/master-key/master-key.ts'
import type { Lab } from './lab.ts'

/** openLabCluster opens the lab's database with the keys of its server. */
export async function openLabCluster(
  { connection, dataDir }: Lab,
  log: Log,
  poolSize: number,
): Promise<Cluster> {
  const settings = { masterKey: undefined, previousMasterKey: undefined, dataDir }
  const keys = await openKeys(connection, settings)
  return new Cluster({ name: 'main', connection, poolSize, keys, log })
}
