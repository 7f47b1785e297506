// Request and response schemas of /auth/users and /auth/sessions.
import { z } from 'zod'
import { redirectTo } from '#modules/auth/codes/links.schema.ts'
import * as auth from '#modules/auth/context/auth.schema.ts'
import { givenPassword } from '#platform/crypto/passwords.ts'
import {
  emailAddress,
  moment,
  phoneNumber,
  projectParams,
  queryFlag,
  queryNumber,
  uuid,
} from '#platform/http/routes/validation.ts'

/** MAX_CLAIMS is how many characters of JSON a user's claims may have: they travel with every statement. */
export const MAX_CLAIMS = 4096

const ORDERS = [
  ...(['created_at.asc', 'created_at.desc', 'updated_at.asc', 'updated_at.desc'] as const),
  ...(['email.asc', 'email.desc', 'phone.asc', 'phone.desc', 'full_name.asc', 'full_name.desc'] as const),
] as const

/** userList is the query of GET /auth/users. */
export const userList = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('A part of the e-mail address, the phone number or the name.'),
  state: z.enum(['active', 'deactivated']).optional(),
  confirmed: queryFlag
    .optional()
    .describe('Whether the e-mail address is proven. Up to 50,000 users can have proven theirs.'),
  provider: z
    .string()
    .max(100, 'must have at most 100 characters')
    .optional()
    .describe('Who has an identity there.'),
  role_id: uuid.optional().describe('Who has this role.'),
  created_after: moment.optional().describe('From then on.'),
  created_before: moment.optional(),
  order: z.enum(ORDERS).default('created_at.desc'),
  count: queryFlag.optional().describe('Whether `X-Total-Count` says how many users there are on all pages.'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/** userParams is the path of one user. */
export const userParams = projectParams.extend({ userID: uuid })

const contact = {
  email: emailAddress.optional(),
  phone: phoneNumber.optional(),
}

const roleIds = z
  .array(uuid)
  .max(100, 'must have at most 100 roles')
  .default([])
  .describe('Roles of the user.')

/** userCreate is the body of POST /auth/users. */
export const userCreate = z
  .strictObject({
    ...contact,
    full_name: auth.fullName.optional(),
    password: auth.password.optional().describe('Without one the user signs in by link, code or provider.'),
    metadata: auth.metadata.optional(),
    claims: auth.jsonObject(MAX_CLAIMS).optional().describe("What auth.claim('x') returns in policies."),
    email_verified: z.boolean('must be true or false').default(false).describe('Take the address as proven.'),
    phone_verified: z.boolean('must be true or false').default(false).describe('Take the number as proven.'),
    role_ids: roleIds,
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, 'needs an email or a phone')
  .meta({ id: 'UserCreate' })

/** userInvite is the body of POST /auth/users/invite. */
export const userInvite = z
  .strictObject({
    email: emailAddress,
    full_name: auth.fullName.optional(),
    metadata: auth.metadata.optional(),
    role_ids: roleIds,
    redirect_to: redirectTo,
  })
  .meta({ id: 'UserInvite' })

/** shownUser is a user by their id. */
export const shownUser = auth.user
  .extend({
    claims: auth
      .jsonObject(MAX_CLAIMS)
      .optional()
      .describe("What auth.claim('x') returns in policies. Only for callers who may change users."),
  })
  .meta({ id: 'ShownUser' })

/** userInvited is the answer to POST /auth/users/invite. */
export const userInvited = z
  .object({ user: shownUser, expires_at: z.iso.datetime().describe('Until when the link is good.') })
  .meta({ id: 'UserInvited' })

/** userMessage is the body of POST /auth/users/{userID}/send. */
export const userMessage = z
  .strictObject({
    kind: z.enum(['reset_password', 'verify_email', 'magic_link', 'invitation']),
    redirect_to: redirectTo.describe(
      'Where a link leads to. Not for `reset_password`, which has a code only.',
    ),
  })
  .refine(({ kind, redirect_to }) => kind !== 'reset_password' || redirect_to === undefined, {
    path: ['redirect_to'],
    error: 'is not for reset_password',
  })
  .meta({ id: 'UserMessage' })

/** userSession is a session of a user, as the project sees it. */
export const userSession = z
  .object({
    id: z.uuid(),
    user_agent: z.string().nullable(),
    methods: z.array(z.string()).describe('How the user signed in, such as `password` and `totp`.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'UserSessionListed' })

/** userSessionParams is the path of one session of a user. */
export const userSessionParams = projectParams.extend({ userID: uuid, sessionID: uuid })

/** sessionParams is the path of one session. */
export const sessionParams = projectParams.extend({ sessionID: uuid })

/** userUpdate is the body of PATCH /auth/users/{userID}. */
export const userUpdate = z
  .strictObject({
    full_name: auth.fullName.optional(),
    metadata: auth.jsonObject(auth.MAX_METADATA).optional().describe('Takes the place of the old one.'),
    phone: phoneNumber.optional(),
    password: auth.password.optional().describe('Ends all other sessions.'),
    current_password: givenPassword
      .optional()
      .describe('Needed where users themselves change their phone number or password.'),
    email: emailAddress.optional().describe('Not for users themselves.'),
    is_active: z
      .boolean()
      .optional()
      .describe('Not for users themselves. `false` ends all sessions at once.'),
    claims: auth
      .jsonObject(MAX_CLAIMS)
      .optional()
      .describe("Not for users themselves: what auth.claim('x') returns in policies. Replaces the old ones."),
  })
  .meta({ id: 'UserUpdate' })

/** UserUpdate is a change to a user. */
export type UserUpdate = z.output<typeof userUpdate>
