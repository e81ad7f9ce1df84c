import { useEffect, useRef } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { ViewedEvent, ViewedState, Viewer } from '../../../contract/viewer.ts'
import { useTitle } from '../layout/use-title.ts'
import { Refused } from './calls.ts'
import { CopyButton } from '../layout/copy-button.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { STATE_ADVICE } from './delivery-words.ts'
import { ExactTime } from './event-time.tsx'
import { useEvent } from './queries.ts'
import { RequestBody } from './request-body.tsx'
import { replayProblem, replaySummary } from './send-again.tsx'
import { StateMark } from './state-mark.tsx'
import { useNow } from './use-now.ts'
import { useSendAgain } from './use-send-again.ts'

/** `/notifications/{id}`: an event with its delivery attempts. */
export function EventDetail({ viewer }: { viewer: Viewer }) {
  const { eventId = '' } = useParams()
  const { data, error } = useEvent(eventId)
  useTitle(data?.type ?? 'Event')
  if (data !== undefined)
    return <Shown key={data.id} event={data} viewer={viewer} hasError={error !== null} />
  const isUnknown = error instanceof Refused && error.code === 'not_found'
  return (
    <>
      <BackToList />
      <h1>{isUnknown ? 'There is no such event' : error === null ? 'Event' : 'No answer'}</h1>
      <p className="lead" aria-busy={error === null}>
        {isUnknown && `${viewer.merchant.name} has no event of this id.`}
        {error !== null && !isUnknown && 'The checkout did not answer. It is asked again.'}
      </p>
    </>
  )
}

function Shown({
  event,
  viewer,
  hasError,
}: {
  event: ViewedEvent
  viewer: Viewer
  hasError: boolean
}) {
  const now = useNow(viewer)
  const replay = useSendAgain()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const state = stateOf(event)
  const deliveries = event.deliveries.toReversed()
  return (
    <article className="event-detail">
      <BackToList />
      <header>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {event.type}
          </h1>
          <p className="lead">
            <StateMark state={state} /> {STATE_ADVICE[state]}
          </p>
        </div>
        <button
          type="button"
          className="main-button"
          aria-disabled={replay.isPending}
          onClick={() => replay.send([event.id])}
        >
          {replay.isPending ? 'Sending again…' : 'Send again'}
        </button>
      </header>
      <output className="said">
        {replay.error !== null
          ? replayProblem(replay.error)
          : replay.data !== undefined
            ? replaySummary(replay.data)
            : hasError && 'The checkout does not answer; this is what was known last.'}
      </output>
      <Facts event={event} now={now} />
      <div className="event-parts">
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">
            {deliveries.length === 0 ? 'Never sent' : 'Deliveries, newest first'}
          </h2>
          {deliveries.map((delivery, index) => (
            <DeliverySection
              key={delivery.id}
              delivery={delivery}
              number={deliveries.length - index}
              isLast={index === 0}
              now={now}
            />
          ))}
        </section>
        <RequestBody body={event.body} />
      </div>
    </article>
  )
}

function BackToList() {
  const state = useLocation().state as { search?: string } | null
  return (
    <p className="back">
      <Link to={`/notifications?${state?.search ?? ''}`}>All notifications</Link>
    </p>
  )
}

function Facts({ event, now }: { event: ViewedEvent; now: Date }) {
  const { session } = event.notification.data
  return (
    <dl className="facts">
      <div>
        <dt>Event</dt>
        <dd>
          <code>{event.id}</code>{' '}
          <CopyButton text={() => event.id}>
            Copy <span className="visually-hidden">the event’s id</span>
          </CopyButton>
        </dd>
      </div>
      {event.sessionId !== null && (
        <div>
          <dt>Session</dt>
          <dd>
            <Link to={`/notifications?sessionId=${event.sessionId}`}>
              <code>{event.sessionId}</code>
            </Link>
          </dd>
        </div>
      )}
      {session !== undefined && session.orderReference !== null && (
        <div>
          <dt>Order</dt>
          <dd>{session.orderReference}</dd>
        </div>
      )}
      <div>
        <dt>Happened</dt>
        <dd>
          <ExactTime at={event.createdAt} now={now} />
        </dd>
      </div>
    </dl>
  )
}

/** The state as the list shows it. */
function stateOf({ deliveries }: ViewedEvent): ViewedState {
  const last = deliveries.at(-1)
  if (last === undefined) return 'unsent'
  return last.status === 'pending' && last.attempts.length > 0 ? 'retrying' : last.status
}
