import { relativeTime } from './relative-time.ts'

const EXACT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const WITH_ZONE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
})

/** A relative and an absolute time. */
export function EventTime({ at, now }: { at: string; now: Date }) {
  return (
    <time className="event-time" dateTime={at} title={at}>
      <span>{relativeTime(new Date(at), now)}</span> <small>{EXACT.format(new Date(at))}</small>
    </time>
  )
}

/** The same to the millisecond, in the browser's time zone. */
export function ExactTime({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} title={at}>
      {WITH_ZONE.format(new Date(at))} ({relativeTime(new Date(at), now)})
    </time>
  )
}
