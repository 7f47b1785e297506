// Comments that PostgreSQL's scanner does not read in linear time. Within a comment it takes all signs of operators at
// once wherever another comment begins, goes back to behind the two that begin it, and takes the rest again.

const OPERATOR_SIGNS: ReadonlySet<string> = new Set('~!@#^&|`?+-*/%<>=')

/** MAX_COMMENTS_IN_RUN is how many comments may begin within one run of operator signs: `/*-- **` is a run with one. */
export const MAX_COMMENTS_IN_RUN = 16

/** hasCommentRun says whether SQL has a run of operator signs in which more comments begin than anybody would write. */
export function hasCommentRun(sql: string): boolean {
  let comments = 0
  for (let at = 0; at < sql.length; at += 1) {
    const sign = sql[at] as string
    if (!OPERATOR_SIGNS.has(sign)) comments = 0
    else if (sign === '/' && sql[at + 1] === '*') comments += 1
    if (comments > MAX_COMMENTS_IN_RUN) return true
  }
  return false
}
