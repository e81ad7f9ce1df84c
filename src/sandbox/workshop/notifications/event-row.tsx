import { Link } from 'react-router'
import type { Replays, ViewedEventSummary } from '../../../contract/viewer.ts'
import { count, failureWords, statusWords } from './delivery-words.ts'
import { EventTime } from './event-time.tsx'
import { relativeTime } from './relative-time.ts'
import { StateMark } from './state-mark.tsx'

type ReplayResult = Replays['data'][number]['result']

export const REPLAY_WORDS: Record<ReplayResult, string> = {
  sent_again: 'Sent again',
  no_callback: 'Not sent: no callback is set',
  not_found: 'Not sent: no longer there',
}

export function EventRow({
  event,
  now,
  search,
  isSelected,
  onSelect,
  replayed,
}: {
  event: ViewedEventSummary
  now: Date
  /** The search parameters of the list, for the way back. */
  search: string
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  replayed: ReplayResult | undefined
}) {
  const { id, type, sessionId, orderReference, state, createdAt } = event
  const about = orderReference ?? sessionId ?? 'no session'
  return (
    <li className="event-row" data-selected={isSelected}>
      <label className="event-select">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(change) => onSelect(change.target.checked)}
        />
        <span className="visually-hidden">{`Select ${type} of ${about}`}</span>
      </label>
      <div className="event-what">
        <Link to={`/notifications/${id}`} state={{ search }}>
          {type}
        </Link>
        <p>
          {orderReference !== null && <span>{orderReference} </span>}
          <code>{sessionId ?? 'no session'}</code>
        </p>
      </div>
      <div className="event-state">
        <StateMark state={state} />
        <p>{replayed === undefined ? lastAnswer(event, now) : REPLAY_WORDS[replayed]}</p>
      </div>
      <EventTime at={createdAt} now={now} />
    </li>
  )
}

function lastAnswer(event: ViewedEventSummary, now: Date): string {
  const { lastStatusCode, lastError, nextAttemptAt, attempts, state } = event
  const answer =
    lastStatusCode === null
      ? lastError === null
        ? undefined
        : failureWords(lastError)
      : statusWords(lastStatusCode)
  const tries = attempts > 1 ? count(attempts, 'attempt') : undefined
  const next =
    state === 'retrying' && nextAttemptAt !== null
      ? `next ${relativeTime(new Date(nextAttemptAt), now)}`
      : undefined
  return [answer, tries, next].filter((part) => part !== undefined).join(' · ')
}
