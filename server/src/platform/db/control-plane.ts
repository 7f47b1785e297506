// The control plane's tables as Kysely sees them: schema `platform`, changed only by migrations.
import { type ColumnType, CompiledQuery, type Generated, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './transaction.ts'

type Timestamp = ColumnType<Date, Date | undefined, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** OrganisationRole is a built-in role of an organisation's members. */
export type OrganisationRole = 'owner' | 'admin' | 'developer' | 'viewer' | 'billing'

/** ControlPlaneTables are the tables of schema `platform`. */
export interface ControlPlaneTables {
  storage_egress: {
    project_id: string
    month: string
    bytes: number
  }
  accounts: {
    id: Generated<string>
    email: string
    full_name: string
    password_hash: string
    is_active: Generated<boolean>
    /** verified_email is the address that was proven, in lower case. */
    verified_email: ColumnType<string | null, string | null | undefined, string | null>
    /** new_email waits for its confirmation. */
    new_email: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Timestamp
    updated_at: Timestamp
  }
  account_sessions: {
    id: Generated<string>
    account_id: string
    user_agent: string | null
    address: string | null
    methods: string[]
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Date
    revoked_at: NullableTimestamp
    sso_organisation_id: Generated<string | null>
  }
  account_refresh_tokens: {
    digest: string
    session_id: string
    created_at: Timestamp
    used_at: NullableTimestamp
  }
  access_tokens: {
    id: Generated<string>
    account_id: string
    name: string
    prefix: string
    digest: string
    permissions: string[]
    organisation_ids: string[]
    project_ids: string[]
    sso_organisation_id: string | null
    expires_at: Date
    last_used_at: NullableTimestamp
    created_at: Timestamp
  }
  organisations: {
    id: Generated<string>
    name: string
    is_personal: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  operators: {
    account_id: string
    created_at: Date
  }
  organisation_sso: {
    organisation_id: string
    issuer: string
    client_id: string
    client_secret: string | null
    default_role: Exclude<OrganisationRole, 'owner'>
    required: boolean
    created_at: Timestamp
    updated_at: Timestamp
  }
  organisation_domains: {
    organisation_id: string
    domain: string
    proof: string
    verified_at: NullableTimestamp
    created_at: Timestamp
  }
  sso_identities: {
    organisation_id: string
    issuer: string
    subject: string
    account_id: string
    created_at: Timestamp
    last_used_at: Timestamp
  }
  sso_states: {
    digest: string
    organisation_id: string
    redirect_to: string
    code_challenge: string
    expires_at: Date
  }
  sso_codes: {
    digest: string
    organisation_id: string
    identity: ColumnType<unknown, string, never>
    code_challenge: string
    expires_at: Date
  }
  organisation_members: {
    organisation_id: string
    account_id: string
    role: OrganisationRole | null
    created_at: Timestamp
  }
  rbac_roles: {
    id: Generated<string>
    organisation_id: string
    name: string
    description: string | null
    permissions: string[]
    created_at: Timestamp
    updated_at: Timestamp
  }
  rbac_permissions: {
    id: Generated<string>
    organisation_id: string
    name: string
    description: string | null
    created_at: Timestamp
  }
  member_roles: {
    organisation_id: string
    account_id: string
    role_id: string
    created_at: Timestamp
  }
  organisation_invitations: {
    id: Generated<string>
    organisation_id: string
    email: string
    role: OrganisationRole
    digest: string
    created_at: Timestamp
    expires_at: Date
    accepted_at: NullableTimestamp
  }
  projects: {
    id: Generated<string>
    organisation_id: string
    name: string
    color: string | null
    cluster: string
    own_login: Generated<boolean>
    status: Generated<'active' | 'deleting' | 'purging'>
    delete_at: NullableTimestamp
    deletion_steps_done: number | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  api_keys: {
    id: Generated<string>
    project_id: string
    name: string
    kind: 'secret' | 'publishable'
    prefix: string
    digest: string
    scopes: string[]
    expires_at: NullableTimestamp
    last_used_at: NullableTimestamp
    previous_digest: string | null
    previous_expires_at: NullableTimestamp
    created_by: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  request_logs: {
    id: Generated<string>
    project_id: string
    request_id: string
    method: string
    path: string
    status: number
    duration_ms: number
    actor: string
    address: string
    left_out: number
    created_at: Timestamp
  }
}

/** ControlPlane is the query builder over schema `platform`. */
export type ControlPlane = Kysely<ControlPlaneTables>

/** openControlPlane makes the query builder over a pool of the administrator. */
export function openControlPlane(pool: pg.Pool): ControlPlane {
  return new Kysely<ControlPlaneTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('platform')
}

/** queryableOf runs SQL that is written by hand in a transaction of the query builder. */
export function queryableOf(transaction: ControlPlane): Queryable {
  const query = async (text: string, values: unknown[] = []) => {
    const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values))
    return { rows, rowCount: rows.length }
  }
  return { query } as unknown as Queryable
}
