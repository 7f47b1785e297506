// The console begins: language, data, routes. Browsers that are too old get a sentence.
import '#ui/tokens.css'
import '#ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/client/query-client.ts'
import { onSessionEnd } from '#api/client/session.ts'
import { router } from '#app/router.ts'
import { common } from '#i18n/common.ts'
import { LanguageProvider } from '#i18n/language.tsx'
import { cspNonce } from '#ui/csp-nonce.ts'
import { ToastProvider } from '#ui/overlays/toast.tsx'
import { usePreferences } from '#ui/preferences.ts'

// The screens leave before their data does: otherwise they would ask for it again.
onSessionEnd(async () => {
  await router.invalidate()
  queryClient.clear()
})

// The code of the screen arrives while the session is renewed, and does not wait for it.
for (const { routeId } of router.matchRoutes(router.latestLocation))
  void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])

function Console() {
  const { locale } = usePreferences()
  return (
    <CSPProvider nonce={cspNonce}>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider locale={locale}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

const place = document.getElementById('root') as HTMLElement
if (CSS.supports('color', 'light-dark(#fff, #000)') && 'withResolvers' in Promise) {
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
} else place.textContent = common.en.states.oldBrowser
