// What stands around every screen: sidebar, breadcrumbs, command palette. On a phone the sidebar is a drawer.
import { Dialog } from '@base-ui/react/dialog'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useBlocker, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { setupQuery } from '#api/accounts.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/states.tsx'
import { hasUnsaved, useHasUnsaved } from '#ui/unsaved.ts'
import { AccountMenu } from './account-menu.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { CommandPalette } from './command-palette.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { prefer, usePreferences } from './preferences.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './shell.module.css'
import { SidebarEntries, useProjectId } from './sidebar-entries.tsx'

/** Shell frames the screens of who is signed in. */
export function Shell() {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const { sidebar } = usePreferences()
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const unsaved = useHasUnsaved()
  useBlocker({
    // Another view of the same screen loses it as well: its search changes.
    shouldBlockFn: () => hasUnsaved() && !confirm(m.common.unsaved),
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the drawer.
  useEffect(() => setDrawer(false), [pathname])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setPalette(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <div className={classes.shell} data-sidebar={sidebar} data-environment={setup.environment}>
      <a href="#content" className={classes.skip}>
        {m.shell.skip}
      </a>
      <aside className={classes.sidebar}>
        <Sidebar folded={sidebar === 'folded'} />
      </aside>
      <Dialog.Root open={drawer} onOpenChange={setDrawer}>
        <Dialog.Portal>
          <Dialog.Backdrop className={classes.backdrop} />
          <Dialog.Popup className={classes.drawer} aria-label={m.shell.navigation}>
            <Sidebar folded={false} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <div className={classes.page}>
        <header className={classes.bar}>
          <div className={classes.phone}>
            <Button
              kind="quiet"
              size="icon"
              aria-label={m.shell.openNavigation}
              onClick={() => setDrawer(true)}
            >
              <MenuIcon aria-hidden />
            </Button>
          </div>
          <Breadcrumbs />
          {setup.modules.includes('notifications') ? <NotificationBell /> : null}
          <Button onClick={() => setPalette(true)}>
            <Search aria-hidden />
            <span className={classes.name}>{m.shell.palette}</span>
            <kbd className={classes.kbd} aria-hidden>
              Ctrl K
            </kbd>
          </Button>
        </header>
        <main id="content" className={classes.content}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {palette ? <CommandPalette onClose={() => setPalette(false)} /> : null}
    </div>
  )
}

function Sidebar({ folded }: { readonly folded: boolean }) {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const projectId = useProjectId()
  const fold = folded ? m.shell.expand : m.shell.collapse
  return (
    <>
      <div className={classes.brand}>
        <Link to="/" className={classes.logo} aria-label={`${m.common.product}: ${m.shell.allProjects}`}>
          <img src="/console/favicon.svg" alt="" width="24" height="24" />
          <span>{m.common.product}</span>
        </Link>
        <span className={classes.environment}>
          <Badge tone={setup.environment === 'production' ? 'warning' : 'neutral'}>
            {m.shell[setup.environment]}
          </Badge>
        </span>
      </div>
      <div className={classes.switcher}>
        <ProjectSwitcher projectId={projectId} />
      </div>
      <nav className={classes.nav} aria-label={m.shell.navigation}>
        <SidebarEntries folded={folded} />
      </nav>
      <div className={classes.foot}>
        <AccountMenu />
        <span className={classes.fold}>
          <Button
            kind="quiet"
            size="icon"
            aria-label={fold}
            onClick={() => prefer({ sidebar: folded ? 'open' : 'folded' })}
          >
            {folded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </Button>
        </span>
      </div>
    </>
  )
}
