// What goes in and out of the routes of domains.
import { z } from 'zod'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

export const domainParams = projectParams.extend({ domainID: uuid })

/** domainCreate is the body of POST /projects/{id}/domains. */
export const domainCreate = z
  .strictObject({
    name: z.string().min(1).max(300).describe('A host name that you own, such as api.example.com.'),
  })
  .meta({ id: 'DomainCreate' })

const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string().nullable().describe('Null where the server has no public address of its own.'),
  found: z.boolean().describe('Whether the last look has found it. Instead of CNAME, A and AAAA do.'),
})

/** domain is a domain as the API shows it. */
export const domain = z
  .object({
    id: z.uuid(),
    project_id: z.uuid(),
    name: z.string(),
    status: z.enum(['pending', 'verified', 'disabled']),
    records: z.array(dnsRecord).describe('The records that the DNS needs.'),
    error: z.string().nullable(),
    checked_at: z.iso.datetime().nullable(),
    verified_at: z.iso.datetime().nullable(),
    lost_since: z.iso.datetime().nullable(),
    next_check_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Domain' })

/** askQuery is the query of GET /domains/ask. */
export const askQuery = z.object({ domain: z.string().max(300) })

/** servedDomain is the answer to it. */
export const servedDomain = z.object({ domain: z.string() }).meta({ id: 'ServedDomain' })
