import { Link } from 'react-router'
import { EVENT_TYPES } from '#contract/event-types.ts'
import type { Timeline, TimelineLine } from '#contract/dashboard/timeline.ts'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { dashboardTagOf } from '#words/dashboard-words.ts'
import { DASHBOARD_WORDS } from '#words/tables/dashboard.ts'
import { useExtent } from '../../actions/may.ts'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { useLanguage } from '../../words/use-language.ts'

const LANES = ['shopper', 'processor', 'shop'] as const

/** What happened, in order of time, in three lanes. A line about a notification of the shop links to its event. */
export function Lanes({ lines, timeline }: LanesProps) {
  const { t } = useLanguage()
  const { merchant, events } = timeline
  const readsEvents = useExtent('deliveries:read', merchant.id) !== undefined
  const eventOf = new Map(
    events.flatMap(({ id, deliveries }) =>
      [id, ...deliveries.map((one) => one.id)].map((of) => [of, id]),
    ),
  )
  function addressOf({ kind, subject }: TimelineLine): string | undefined {
    const eventId = readsEvents && NOTICES.has(kind) ? eventOf.get(subject) : undefined
    return eventId === undefined ? undefined : webhookAddress(merchant.id, eventId)
  }
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">{t('timeline.lines')}</h2>
      <table className="lanes">
        <thead>
          <tr>
            <th scope="col">{t('timeline.time')}</th>
            {LANES.map((lane) => (
              <th key={lane} scope="col">
                {t(`timeline.lane.${lane}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={`${line.at} ${line.kind} ${line.subject} ${index}`}>
              <th scope="row">
                <Time at={line.at} as="clock" />
              </th>
              {LANES.map((lane) => (
                <td key={lane} data-lane={t(`timeline.lane.${lane}`)}>
                  {lane === line.lane && <Line line={line} address={addressOf(line)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LanesProps {
  lines: readonly TimelineLine[]
  timeline: Pick<Timeline, 'merchant' | 'events'>
}

/** Lines about a notification: their subject is an event, or a delivery of one. */
const NOTICES: ReadonlySet<TimelineLine['kind']> = new Set(['sent', 'published'])

function Line({ line, address }: { line: TimelineLine; address: string | undefined }) {
  const { tag, t } = useLanguage()
  const words = DASHBOARD_WORDS[dashboardTagOf(tag)]
  const { kind, what, outcome, money, durationMs } = line
  const method = (['card', 'pix', 'boleto'] as const).find((one) => one === what)
  const reasons: Readonly<Record<string, string>> = { ...words.declines, ...words.reversals }
  const sentence = sentenceOf(line, t)
  return (
    <>
      {sentence === undefined ? (
        <span>
          {words.lines[kind]}
          {what !== null && ' '}
          {method === undefined
            ? what !== null && <code>{what}</code>
            : words.methods[`method.${method}`]}
        </span>
      ) : (
        <span title={what ?? ''}>
          {address === undefined ? sentence : <Link to={address}>{sentence}</Link>}
        </span>
      )}
      {money !== null && (
        <>
          {' '}
          <Money {...money} />
        </>
      )}
      {outcome !== null && (
        <>
          {' '}
          <strong className="outcome">
            {Object.hasOwn(reasons, outcome) ? reasons[outcome] : outcome}
          </strong>
        </>
      )}
      {durationMs !== null && (
        <span className="hint"> {t('timeline.duration', { ms: String(durationMs) })}</span>
      )}
    </>
  )
}

type Translate = ReturnType<typeof useLanguage>['t']

const ACTED = [
  'refund.created',
  'refund.retried',
  'refund.settled',
  'session.canceled',
  'payment.capture',
  'payment.void',
  'payment.inquired',
  'payment.accepted',
  'payment.refused',
  'payment.repaid',
  'dispute.noted',
  'event.replayed',
  'delivery.replayed',
] as const

const VOIDED = ['requested', 'expired', 'elsewhere'] as const

const SENTENCES = {
  sent: 'timeline.told',
  published: 'timeline.not-told',
  payment_changed: 'timeline.said',
  refund_changed: 'timeline.said',
  session_ended: 'timeline.ended',
} as const

/** What happened in words, for people who do not know the names of events; undefined without a sentence. */
function sentenceOf({ kind, what }: TimelineLine, t: Translate): string | undefined {
  if (kind === 'act') {
    const acted = ACTED.find((one) => one === what)
    return acted && t(`acted.${acted}`)
  }
  if (kind === 'voided') {
    const reason = VOIDED.find((one) => one === what)
    return reason && t(`timeline.voided-${reason}`)
  }
  const event = EVENT_TYPES.find((one) => one === what)
  const key = Object.entries(SENTENCES).find(([one]) => one === kind)?.[1]
  return event && key && t(key, { event: t(`event.${event}`) })
}
