import type { DeliveryAttempt } from '../../../contract/event.ts'
import { CopyButton } from '../layout/copy-button.tsx'
import { attemptWords, isSuccess } from './delivery-words.ts'
import { ExactTime } from './event-time.tsx'

/** A delivery attempt: its response, its duration and its request headers. */
export function AttemptDetails({
  attempt,
  isOpen,
  now,
}: {
  attempt: DeliveryAttempt
  isOpen: boolean
  now: Date
}) {
  const { number, startedAt, durationMs, statusCode, responseExcerpt, requestHeaders } = attempt
  return (
    <details className="attempt" open={isOpen}>
      <summary>
        <span className="attempt-result" data-ok={isSuccess(attempt)}>
          {`${number}. ${attemptWords(attempt)}`}
        </span>
        <span className="attempt-when">
          {durationMs} ms · <ExactTime at={startedAt} now={now} />
        </span>
      </summary>
      {statusCode !== null && (
        <>
          <h4>Answer</h4>
          {responseExcerpt === null || responseExcerpt === '' ? (
            <p className="hint">Without a body.</p>
          ) : (
            <>
              <pre className="code" data-form="raw">
                {responseExcerpt}
              </pre>
              <p className="hint">The first KiB is kept, as text.</p>
            </>
          )}
        </>
      )}
      <h4>Request headers</h4>
      {requestHeaders === undefined ? (
        <p className="hint">They were not kept when this was sent.</p>
      ) : (
        <Headers headers={requestHeaders} />
      )}
    </details>
  )
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const lines = Object.entries(headers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <>
      <pre className="code" data-form="raw">
        {lines}
      </pre>
      <p className="hint">
        As they were sent; <code>host</code> and those of the connection are not kept.{' '}
        <CopyButton text={() => lines}>
          Copy <span className="visually-hidden">the request headers</span>
        </CopyButton>
      </p>
    </>
  )
}
