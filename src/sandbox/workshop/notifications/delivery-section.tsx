import type { Delivery } from '../../../contract/event.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { count, STATE_WORDS } from './delivery-words.ts'
import { ExactTime } from './event-time.tsx'

/** A delivery: its endpoint and its attempts, newest first. */
export function DeliverySection({
  delivery,
  number,
  isLast,
  now,
}: {
  delivery: Delivery
  number: number
  isLast: boolean
  now: Date
}) {
  const { id, url, status, attempts, nextAttemptAt } = delivery
  return (
    <section className="delivery" aria-labelledby={id}>
      <h3 id={id}>
        {number === 1 ? 'Delivery' : `Sent again (${number - 1})`}
        <small>
          {STATE_WORDS[status === 'pending' && attempts.length > 0 ? 'retrying' : status]}
          {attempts.length > 0 && ` · ${count(attempts.length, 'attempt')}`}
        </small>
      </h3>
      <p className="hint">
        POST <code>{url}</code>
      </p>
      {nextAttemptAt !== null && (
        <p className="next-attempt">
          Next attempt: <ExactTime at={nextAttemptAt} now={now} />
        </p>
      )}
      <ol className="attempts" reversed>
        {attempts.toReversed().map((attempt, index) => (
          <li key={attempt.number}>
            <AttemptDetails attempt={attempt} isOpen={isLast && index === 0} now={now} />
          </li>
        ))}
      </ol>
    </section>
  )
}
