// Access to a table while it has no policies.

/**
 * DEFAULT_ACCESS is the SQL condition of the default: dashboard users and secret keys are allowed, nobody else. The
 * whole test is in the subselect: of a bare boolean the planner expects every second row to pass, of `(select …) = 'secret'`
 * one in two hundred, and then it sorts a whole table for the first 50 rows.
 */
export const DEFAULT_ACCESS = "(select auth.kind() in ('dashboard', 'secret'))"

/** DEFAULT_POLICY is the name of the native policy that carries it, for all actions at once. */
export const DEFAULT_POLICY = 'msingi_default'
