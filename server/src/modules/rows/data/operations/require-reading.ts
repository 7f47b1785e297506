// Which rows a write concerns is read from their columns, so that it takes the right to read, as in PostgreSQL.
import type { FastifyRequest } from 'fastify'
import { requirePermission } from '#platform/credentials/member-rights.ts'

/** requireReading throws 403 for dashboard users who may not read rows. Keys that write may read, and users have policies. */
export function requireReading({ rights }: FastifyRequest): void {
  if (rights !== undefined) requirePermission(rights, 'data:read')
}
