import {
  completedNotification,
  completedSummary,
} from '../../../contract/openapi/example-values.ts'
import type { ViewedEventSummary } from '../../../contract/viewer.ts'
import { EventRow } from './event-row.tsx'

const SHOWN_AT = new Date(Date.parse(completedSummary.createdAt) + 120_000)

const EVENTS: readonly ViewedEventSummary[] = [
  completedSummary,
  {
    ...completedSummary,
    id: `${completedSummary.id.slice(0, -1)}0`,
    type: 'payment.succeeded',
    state: 'retrying',
    attempts: 2,
    lastStatusCode: 503,
    nextAttemptAt: new Date(SHOWN_AT.getTime() + 30_000).toISOString(),
  },
]

const { id, type, timestamp, sequence, data } = completedNotification
const BODY = {
  id,
  type,
  timestamp,
  sequence,
  data: { session: { id: data.session?.id, paymentStatus: data.session?.paymentStatus } },
}

/** What the list and a request look like, drawn with its own parts; nothing in it can be used. */
export function ExampleEvents() {
  return (
    <figure className="example-events">
      <figcaption>
        <b>An example:</b> an order is paid. One event was delivered; another got 503 and is sent
        again by itself.
      </figcaption>
      <div inert>
        <ul className="event-list">
          {EVENTS.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              now={SHOWN_AT}
              search=""
              isSelected={false}
              onSelect={() => undefined}
              replayed={undefined}
            />
          ))}
        </ul>
        <pre className="code">
          {`POST /checkout-callback\nwebhook-id: ${id}\nwebhook-signature: v1,…\n\n${JSON.stringify(BODY, null, 2)}`}
        </pre>
      </div>
    </figure>
  )
}
