// What stands around every screen: sidebar, breadcrumbs, command palette. On a phone the sidebar is a drawer.
import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatch, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { setupQuery } from '#api/accounts.ts'
import { projectQuery } from '#api/projects.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/states.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette } from './command-palette.tsx'
import { entriesOf } from './navigation.ts'
import { prefer, usePreferences } from './preferences.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './shell.module.css'

/** Shell frames the screens of who is signed in. */
export function Shell() {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const { sidebar } = usePreferences()
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
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

function useProjectId(): string | undefined {
  return useMatch({ from: '/signed-in/projects/$projectId', shouldThrow: false })?.params.projectId
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
        {projectId === undefined
          ? null
          : entriesOf(setup.modules).map(({ to, icon: Icon, title }) => (
              <Link
                key={to}
                to={to}
                params={{ projectId }}
                className={classes.entry}
                activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
                title={folded ? title(m) : undefined}
              >
                <Icon aria-hidden />
                <span>{title(m)}</span>
              </Link>
            ))}
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

function Breadcrumbs() {
  const { m } = useLanguage()
  const projectId = useProjectId()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined })
  const { data: setup } = useSuspenseQuery(setupQuery)
  const here = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath.replace(/\/$/, '') })
  const entry = entriesOf(setup.modules).find(({ to }) => to === here)
  return (
    <nav className={classes.crumbs} aria-label={m.shell.breadcrumbs}>
      <Link to="/">{m.shell.screens.projects}</Link>
      {projectId === undefined || project === undefined ? null : (
        <Link to="/projects/$projectId" params={{ projectId }}>
          {project.name}
        </Link>
      )}
      {entry === undefined || projectId === undefined ? null : (
        <span aria-current="page">{entry.title(m)}</span>
      )}
      {here === '/account' ? <span aria-current="page">{m.account.title}</span> : null}
    </nav>
  )
}
