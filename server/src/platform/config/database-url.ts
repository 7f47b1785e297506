// Which addresses of PostgreSQL can be used, and what is wrong with the others.

/** databaseUrlProblem returns what is wrong with the address of a database, without quoting it, or undefined. */
export function databaseUrlProblem(text: string): string | undefined {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(text) ?? []
  if (rest === undefined) return 'must be a URL that begins with postgres:// or postgresql://'
  // What follows it would be left out, and where it is in a password, another host be asked.
  if (rest.includes('#')) return 'must have %23 in place of #, also in its password'
  const [authority = ''] = rest.split(/[/?]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const query = new URLSearchParams(rest.replace(/^[^?]*/, ''))
  if ([host, ...query.getAll('host')].some((one) => one.includes(','))) return 'must name one host'
  if (query.getAll('port').some((port) => !URL.canParse(`postgres://host:${port}`) || !/^\d+$/.test(port)))
    return 'must have a number from 0 to 65535 as its port'
  // Behind a user no host is needed where a socket is given.
  if (URL.canParse(text.replace('@/', '@host/'))) return undefined
  return (
    'must be postgres://user:password@host:5432/database, or postgres://user@/database?host=/folder/of/the/socket, ' +
    'special characters of the password percent-encoded, such as %2F for /'
  )
}
