// Functions as the measurements deploy them.
import type { Account } from '../lab/client.ts'

const HELLO = `export default { fetch: () => new Response('hello') }`

/** deploy makes a public function of a project and returns its path; by default it answers `hello`. */
export async function deploy(account: Account, project: string, name: string, code = HELLO): Promise<string> {
  const route = `/projects/${project}/functions`
  const { id, slug } = await account.api<{ id: string; slug: string }>('POST', route, {
    name,
    access: 'public',
    code,
    timeout_ms: 20_000,
  })
  await account.api('POST', `${route}/${id}/deploy`)
  return `/fn/${project}/${slug}`
}
