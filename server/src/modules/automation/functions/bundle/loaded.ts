// What esbuild is handed of a file.
import type { Loader, OnLoadResult } from 'esbuild'

// esbuild would open whatever a file names as its source map. The last name in a file counts: this one is empty.
const NAME = 'sourceMappingURL'
const NO_NAME = `\n//# ${NAME}=data:`

/** loaded returns the contents of a file to esbuild. */
export function loaded(text: string, loader: Loader): OnLoadResult {
  const canName = loader !== 'json' && loader !== 'text' && text.includes(NAME)
  return { contents: canName ? text + NO_NAME : text, loader }
}
