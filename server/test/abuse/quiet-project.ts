// A project that does nothing wrong: one table under policies, an end user, and names that all carry its marker.
import { openTenant, type Tenant } from './project.ts'

/** TABLE is the table of each quiet project. */
export const TABLE = 'entries'

/** openQuietProject makes it; it rejects where the server refuses any of it. */
export async function openQuietProject(base: string, number: number): Promise<Tenant> {
  // Addresses of their own: limits by address are for the bullies.
  const tenant = await openTenant(base, 0x8000 + number)
  const below = `/projects/${tenant.id}/tables`
  const columns = [
    { name: 'number', data_type: 'integer', required: true },
    { name: 'version', data_type: 'integer', required: true },
    { name: 'note', data_type: 'text', required: true },
  ]
  await tenant.manage('POST', below, { name: TABLE, columns })
  const policy = { effect: 'allow', condition: 'number >= 0' }
  for (const action of ['select', 'insert', 'update', 'delete'])
    for (const subject of ['authenticated', 'api_key'])
      await tenant.manage('POST', `${below}/${TABLE}/rls`, { ...policy, action, subject })
  return tenant
}
