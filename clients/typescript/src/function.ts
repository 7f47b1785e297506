// What a function of a project receives when it is called, as types for its code.
import type { Client } from './client.ts'
import type { AnyTables, Tables } from './tables/types.ts'

/** FunctionCaller is who calls a function, as the server has verified it. */
export type FunctionCaller =
  | {
      readonly type: 'user'
      readonly id: string
      readonly email: string | null
      /** roles are the ids of the user's roles. */
      readonly roles: readonly string[]
    }
  | { readonly type: 'api_key'; readonly id: string; readonly kind: 'secret' | 'publishable' }
  | { readonly type: 'dashboard'; readonly id: string; readonly email: string | null }
  /** The ids are those of the job and of the event. */
  | { readonly type: 'cron' | 'event'; readonly id: string }
  | { readonly type: 'hook' | 'anonymous'; readonly id: null }

/** FunctionContext is the invocation. */
export interface FunctionContext {
  readonly caller: FunctionCaller
  /** waitUntil has the promise settle after the answer, within the time limit. */
  waitUntil(promise: Promise<unknown>): void
}

/** FunctionEnv is the clients of a function, its variables, and the secrets of the project. */
export type FunctionEnv<
  Known extends Tables = AnyTables,
  Variables extends object = Readonly<Record<string, string | undefined>>,
> = {
  /** msingi acts as the caller: policies hold. */
  readonly msingi: Client<Known>
  /** service acts as the project, with all rights of a secret key. */
  readonly service: Client<Known>
} & Variables

/** FunctionHandler is what a function exports: `export default { … } satisfies FunctionHandler<Database>`. */
export interface FunctionHandler<
  Known extends Tables = AnyTables,
  Variables extends object = Readonly<Record<string, string | undefined>>,
> {
  fetch(
    request: Request,
    env: FunctionEnv<Known, Variables>,
    ctx: FunctionContext,
  ): Response | Promise<Response>
}
