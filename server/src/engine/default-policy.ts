// What holds on a table while no policy speaks of an action (design 5).

/** DEFAULT_ACCESS is the SQL condition of the default: dashboard users and secret keys may, nobody else. */
export const DEFAULT_ACCESS = "(select auth.kind()) in ('dashboard', 'secret')"

/** DEFAULT_POLICY is the name of the native policy that carries it, for all actions at once. */
export const DEFAULT_POLICY = 'msingi_default'
