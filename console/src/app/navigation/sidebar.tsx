// The sidebar: the project, the screens, and who is signed in.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { setupQuery } from '#api/account/accounts.ts'
import { ProjectSwitcher } from '#app/find/project-switcher.tsx'
import { messages } from '#app/messages.ts'
import classes from '#app/shell.module.css'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { prefer } from '#ui/preferences.ts'
import { AccountMenu } from './account-menu.tsx'
import { SidebarEntries, useProjectId } from './sidebar-entries.tsx'

/** Sidebar stands at the left, or in a drawer; folded, the icons alone are seen. */
export function Sidebar({ folded }: { readonly folded: boolean }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const projectId = useProjectId()
  const fold = folded ? m.expand : m.collapse
  return (
    <>
      <div className={classes.brand}>
        <Link to="/" className={classes.logo} aria-label={`${common.product}: ${m.allProjects}`}>
          <img src="/console/favicon.svg" alt="" width="24" height="24" />
          <span>{common.product}</span>
        </Link>
        <span className={classes.environment}>
          <Badge tone={setup.environment === 'production' ? 'warning' : 'neutral'}>
            {m[setup.environment]}
          </Badge>
        </span>
      </div>
      <div className={classes.switcher}>
        <ProjectSwitcher projectId={projectId} />
      </div>
      <nav className={classes.nav} aria-label={m.navigation}>
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
