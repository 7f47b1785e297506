// Request and response schemas of organisations, members and invitations.
import { z } from 'zod'
import { keysetFields, searchText } from '#platform/http/routes/keyset-pages.ts'
import { emailAddress, plainText, uuid } from '#platform/http/routes/validation.ts'
import { MEMBER_ORDERS } from './members.store.ts'

const role = z
  .enum(
    ['owner', 'admin', 'developer', 'viewer', 'billing'],
    'must be owner, admin, developer, viewer or billing',
  )
  .describe('A built-in role; docs/permissions.md says what each may do.')
  .meta({ id: 'MemberRole' })

const heldRole = role
  .nullable()
  .describe('The built-in role; null if there are only own roles (/rbac/roles).')

/** organisationCreate is the body of POST /organisations. */
export const organisationCreate = z.strictObject({ name: plainText(100) }).meta({ id: 'OrganisationCreate' })

/** organisationUpdate is the body of PATCH /organisations/{organisationID}. */
export const organisationUpdate = z
  .strictObject({ name: plainText(100).optional() })
  .meta({ id: 'OrganisationUpdate' })

/** organisation is an organisation as the API shows it to a member. */
export const organisation = z
  .object({
    id: z.uuid(),
    name: z.string(),
    is_personal: z.boolean().describe('Made when its owner registered; it has no other owner and stays.'),
    role: heldRole,
    permissions: z.array(z.string()).describe('What you may do in it: those of all your roles.'),
    sso_required: z
      .boolean()
      .describe('Whether you must sign in with its provider; until then you have no permissions in it.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Organisation' })

/** memberAdd is the body of POST /organisations/{organisationID}/members. */
export const memberAdd = z
  .strictObject({
    email: emailAddress,
    role,
  })
  .meta({ id: 'MemberAdd' })

/** memberUpdate is the body of PATCH /organisations/{organisationID}/members/{accountID}. */
export const memberUpdate = z.strictObject({ role }).meta({ id: 'MemberUpdate' })

/** ownershipTransfer is the body of POST /organisations/{organisationID}/transfer. */
export const ownershipTransfer = z.strictObject({ account_id: uuid }).meta({ id: 'OwnershipTransfer' })

/** member is a member as the API shows them. */
export const member = z
  .object({
    account_id: z.uuid(),
    email: z.string(),
    full_name: z.string(),
    role: heldRole,
    created_at: z.iso.datetime().describe('When they joined.'),
  })
  .meta({ id: 'Member' })

/** invitation is an invitation as the API shows it; its token is shown only once. */
export const invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role,
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' })

/** memberAdded is the answer to POST …/members: who has an account is in at once, others get an invitation. */
export const memberAdded = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('added'), member }),
    z.object({
      status: z.literal('invited'),
      invitation,
      token: z
        .string()
        .describe('For the invited person, to register or join with. It is not stored: keep it now.'),
      mailed: z
        .boolean()
        .describe('Whether a mail with the link is under way to the address; in development, to the outbox.'),
    }),
  ])
  .meta({ id: 'MemberAdded' })

/** join is the body of POST /organisations/join. */
export const join = z
  .strictObject({
    token: z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
  })
  .meta({ id: 'JoinOrganisation' })

/** organisationParams is the path of every route below an organisation. */
export const organisationParams = z.object({ organisationID: uuid })

/** memberList is the query of GET /organisations/{organisationID}/members. */
export const memberList = z.object({
  search: searchText.optional().describe('A part of the name or the e-mail address.'),
  ...keysetFields(MEMBER_ORDERS),
})

/** memberParams is the path of one member. */
export const memberParams = z.object({ organisationID: uuid, accountID: uuid })

/** invitationParams is the path of one invitation. */
export const invitationParams = z.object({ organisationID: uuid, invitationID: uuid })
