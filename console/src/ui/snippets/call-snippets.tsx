// A call as programs in several languages. Their writers are loaded when they are shown.
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'

/** CallSnippets shows the program of `language`, or the first; `place` and `chain` are those of @msingi/snippets. */
export const CallSnippets = whenShown(
  async () => (await import('./written-snippets.tsx')).WrittenSnippets,
  <Skeleton lines={8} />,
)
