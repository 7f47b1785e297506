// The quiet start of restored data, as operators see and end it.
import { recordAudit } from '#platform/audit/audit.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { type HeldBack, resume } from '#platform/work/quiet-start.ts'

/** readQuiet returns whether the server is quiet, and what waits until it is not. */
export async function readQuiet({ quiet }: Platform) {
  const kinds = quiet.isQuiet ? quiet.heldBack : []
  const pending = await Promise.all(kinds.map(async ({ kind, count }) => ({ kind, count: await count() })))
  return { quiet: quiet.isQuiet, pending }
}

/** resumeServer drops what waits of some kinds, and lets the rest begin, on all nodes. Where nothing is held back, it does nothing. */
export async function resumeServer(
  { quiet, clusters, keys }: Platform,
  act: Act,
  drop: readonly HeldBack['kind'][],
): Promise<void> {
  const { admin } = clusters.main
  if (!quiet.isQuiet) return
  for (const held of quiet.heldBack) if (drop.includes(held.kind)) await held.drop?.()
  await recordAudit(admin, act, { action: 'server.resume', target: 'server', details: { drop } }, {})
  await resume(admin, keys)
  quiet.lift()
}
