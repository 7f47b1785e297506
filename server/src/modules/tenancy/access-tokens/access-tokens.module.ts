// Personal access tokens of dashboard users, for scripts and pipelines.
import type { DashboardSessions } from '#modules/tenancy/accounts/accounts.service.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { accessTokenRoutes } from './access-tokens.routes.ts'
import { createTokenLookup } from './token-lookup.ts'

const tags = {
  'Access tokens': 'Personal access tokens: what scripts and pipelines use in place of a session.',
} as const

API_TAGS.add(30, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

/** AccessTokensNeeds is where the sessions of dashboard users are looked up. */
export interface AccessTokensNeeds {
  readonly accounts: { readonly sessions: DashboardSessions }
}

/** AccessTokensModule is the module, with sessions and tokens looked up by id together. */
export interface AccessTokensModule extends Module {
  readonly sessions: DashboardSessions
  /** flush stores when tokens were last used. */
  flush(): Promise<void>
}

export function accessTokensModule(platform: Platform, { accounts }: AccessTokensNeeds): AccessTokensModule {
  const { find, sessions, flush, close } = createTokenLookup(platform, accounts.sessions)
  return {
    name: 'access-tokens',
    answersSecrets: true,
    routes: (api) => accessTokenRoutes(api, platform),
    resolvers: { accessToken: find, session: sessions.find },
    sessions,
    flush,
    close,
  }
}
