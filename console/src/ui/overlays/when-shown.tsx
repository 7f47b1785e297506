// Dialogs, drawers and tabs whose code is loaded when they are shown.
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/** whenShown returns a component that `load` loads when it is shown first; until then `meanwhile` stands in its place. */
export function whenShown<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): (props: Props) => ReactNode {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={meanwhile}>{createElement(Loaded, props)}</Suspense>
}
