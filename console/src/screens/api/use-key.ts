// The key that snippets and requests have. It is kept in memory while the console is open, and nowhere else.
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** ChosenKey is the kind of key that a program has, and the publishable key itself where it was pasted. */
export interface ChosenKey {
  readonly kind: 'publishable' | 'secret'
  readonly text: string
}

const NONE: ChosenKey = { kind: 'publishable', text: '' }
const PLACEHOLDERS = { publishable: 'YOUR_PUBLISHABLE_KEY', secret: 'YOUR_SECRET_KEY' } as const

/** useKey returns the key of a project, and what changes it. */
export function useKey(projectId: string) {
  const client = useQueryClient()
  // Not among the queries of the project, which are read again.
  const queryKey = ['pasted-key', projectId]
  const { data: key } = useQuery({
    queryKey,
    queryFn: () => NONE,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const change = (part: Partial<ChosenKey>) =>
    client.setQueryData<ChosenKey>(queryKey, (now = NONE) => ({ ...now, ...part }))
  return [key, change] as const
}

/** usableKey returns the key that a request can be made with: a publishable one. */
export function usableKey({ kind, text }: ChosenKey): string | undefined {
  return kind === 'publishable' && /^mpk_[\w-]+$/.test(text) ? text : undefined
}

/** shownKey returns what stands in snippets: never a secret key. */
export function shownKey(key: ChosenKey): string {
  return usableKey(key) ?? PLACEHOLDERS[key.kind]
}
