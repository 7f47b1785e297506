// What stands around every screen: sidebar, breadcrumbs, command palette. On a phone the sidebar is a drawer.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { type CSSProperties, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { onOtherAccount, onSessionLost } from '#api/client/session.ts'
import { projectQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { hasUnsaved, useHasUnsaved } from '#ui/forms/unsaved.ts'
import { deferred, onIntent } from '#ui/overlays/on-intent.ts'
import { closeErrors } from '#ui/overlays/toast.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import { usePreferences } from '#ui/preferences.ts'
import type { CommandPaletteProps } from './find/command-palette.tsx'
import { useKeyboard } from './keyboard/use-keyboard.ts'
import { messages } from './messages.ts'
import { Breadcrumbs } from './navigation/breadcrumbs.tsx'
import { Sidebar } from './navigation/sidebar.tsx'
import { useProjectId } from './navigation/sidebar-entries.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'
import { QuietBar } from './quiet/quiet-bar.tsx'
import { SeeAs, SeeAsBar } from './see-as/see-as.tsx'
import classes from './shell.module.css'
import { useSchema } from './use-schema.ts'
import { useVersion } from './use-version.ts'

const drawerCode = deferred(() => import('./navigation/navigation-drawer.tsx'))
const NavigationDrawer = whenShown(async () => (await drawerCode.load()).NavigationDrawer)
const ShortcutSheet = whenShown(async () => (await import('./keyboard/shortcut-sheet.tsx')).ShortcutSheet)
const OtherAccount = whenShown(async () => (await import('./other-account.tsx')).OtherAccount)
const SignInAgain = whenShown(async () => (await import('./sign-in-again.tsx')).SignInAgain)
const drawerOnIntent = onIntent(drawerCode)
const paletteCode = deferred(() => import('./find/command-palette.tsx'))
const CommandPalette = lazy(async () => ({ default: (await paletteCode.load()).CommandPalette }))
const paletteOnIntent = onIntent(paletteCode)

/** Shell frames the screens of who is signed in. */
export function Shell() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const { sidebar } = usePreferences()
  const projectId = useProjectId()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined })
  const color = projectId === undefined ? null : (project?.color ?? null)
  // Not loaded before it is opened.
  const [drawer, setDrawer] = useState<boolean>()
  const [palette, setPalette] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [lost, setLost] = useState(false)
  const [other, setOther] = useState(false)
  useVersion()
  useSchema(projectId)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const unsaved = useHasUnsaved()
  useBlocker({
    // Another view of the same screen loses it as well: its search changes.
    shouldBlockFn: () => hasUnsaved() && !confirm(common.unsaved),
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
  })
  useEffect(() => {
    onSessionLost((atWork) => {
      const loses = atWork || hasUnsaved()
      if (loses) setLost(true)
      return loses
    })
    onOtherAccount(() => setOther(true))
    return () => {
      onSessionLost(() => false)
      onOtherAccount(() => undefined)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the drawer, and what was said of the one before.
  useEffect(() => {
    setDrawer((open) => open && false)
    return closeErrors
  }, [pathname])
  useKeyboard({
    onPrepare: paletteOnIntent.onFocus,
    onPalette: () => setPalette(true),
    onSheet: () => setSheet(true),
  })
  return (
    <div
      className={classes.shell}
      data-sidebar={sidebar}
      data-environment={setup.environment}
      data-color={color ?? undefined}
      style={color === null ? {} : ({ '--project': `var(--project-${color})` } as CSSProperties)}
    >
      <a href="#content" className={classes.skip}>
        {m.skip}
      </a>
      <aside className={classes.sidebar}>
        <Sidebar folded={sidebar === 'folded'} />
      </aside>
      {drawer === undefined ? null : <NavigationDrawer open={drawer} onOpen={setDrawer} />}
      <div className={classes.page}>
        <header className={classes.bar}>
          <div className={classes.phone}>
            <Button
              kind="quiet"
              size="icon"
              aria-label={m.openNavigation}
              {...drawerOnIntent}
              onClick={() => setDrawer(true)}
            >
              <MenuIcon aria-hidden />
            </Button>
          </div>
          <Breadcrumbs />
          <SeeAs />
          {setup.modules.includes('notifications') ? <NotificationBell /> : null}
          <Button {...paletteOnIntent} onClick={() => setPalette(true)}>
            <Search aria-hidden />
            <span className={classes.name}>{m.palette}</span>
            <kbd className={classes.kbd} aria-hidden>
              Ctrl K
            </kbd>
          </Button>
        </header>
        <QuietBar />
        <SeeAsBar />
        <main id="content" className={classes.content}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {palette ? <Palette onClose={() => setPalette(false)} onSheet={() => setSheet(true)} /> : null}
      {sheet ? <ShortcutSheet onClose={() => setSheet(false)} /> : null}
      {other ? <OtherAccount onClose={() => setOther(false)} /> : null}
      {lost ? <SignInAgain onClose={() => setLost(false)} /> : null}
    </div>
  )
}

// What is typed before the palette is there begins its search.
function Palette(props: Omit<CommandPaletteProps, 'typed'>) {
  const m = useMessages(messages)
  const typed = useRef('')
  const field = (
    <input
      className="visually-hidden"
      aria-label={m.palette}
      // biome-ignore lint/a11y/noAutofocus: whoever opens the palette types at once.
      autoFocus
      onChange={({ target }) => {
        typed.current = target.value
      }}
    />
  )
  return (
    <Suspense fallback={field}>
      <CommandPalette typed={typed} {...props} />
    </Suspense>
  )
}
