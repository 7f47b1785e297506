// What a project uses by day or month.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usageQuery } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { messages } from './messages.ts'
import { MeterBars } from './meter-bars.tsx'
import { meterOf } from './meters.ts'
import classes from './usage.module.css'
import { UsageFrame } from './usage-frame.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/usage')
const PERIODS = { day: 30, month: 12 } as const

/** UsageScreen shows one meter over time. */
export function UsageScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { by = 'day', meter: named } = route.useSearch()
  const navigate = route.useNavigate()
  const meter = meterOf(named, m) ?? 'requests'
  const usage = useQuery(usageQuery(projectId, PERIODS[by], by))
  const connect = (
    <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
      {m.connect}
    </Link>
  )
  return (
    <UsageFrame
      about={m.about}
      meter={meter}
      onMeter={(meter) => navigate({ search: (now) => ({ ...now, meter }), replace: true })}
      times={choicesOf(m.periods)}
      time={by}
      onTime={(by) => navigate({ search: (now) => ({ ...now, by }), replace: true })}
      query={usage}
      rows={usage.data}
      empty={{ title: m.emptyTitle, hint: m.emptyHint, action: connect }}
    >
      {(periods) => (
        <MeterBars
          meter={meter}
          first={{ title: m.period, cell: ({ key }) => <span className={classes.short}>{key}</span> }}
          rows={periods.map((one) => ({ key: one.period, used: one[meter] }))}
        />
      )}
    </UsageFrame>
  )
}
