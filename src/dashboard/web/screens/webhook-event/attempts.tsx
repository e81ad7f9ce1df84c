import type { WebhookEvent } from '#contract/dashboard/webhook.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EventStateMark, useAnswerAdvice, useAnswerText } from '../../parts/event-state.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

type Delivery = WebhookEvent['deliveries'][number]
type Attempt = Delivery['attempts'][number]

/** Deliveries and their attempts, the newest first. A receiver's answer is shown as plain text. */
export function Attempts({ deliveries }: Pick<WebhookEvent, 'deliveries'>) {
  const t = useTranslate()
  const shown = deliveries.toReversed()
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{t(shown.length === 0 ? 'event.never-sent' : 'event.deliveries')}</h2>
      {shown.map((delivery, index) => (
        <OneDelivery key={delivery.id} delivery={delivery} isLatest={index === 0} />
      ))}
    </section>
  )
}

function OneDelivery({ delivery, isLatest }: { delivery: Delivery; isLatest: boolean }) {
  const t = useTranslate()
  const { id, url, status, createdAt, nextAttemptAt } = delivery
  const attempts = delivery.attempts.toReversed()
  const state = status === 'pending' && attempts.length > 0 ? 'retrying' : status
  return (
    <div className="delivery">
      <p>
        <EventStateMark state={state} /> <code>{url}</code>
      </p>
      <p className="hint">
        <code>{id}</code> <CopyButton text={id} what={t('event.delivery')} />{' '}
        <Time at={createdAt} />
        {status === 'pending' && nextAttemptAt !== null && (
          <>
            {' '}
            · {t('webhook.next')} <Time at={nextAttemptAt} />
          </>
        )}
      </p>
      {attempts.map((attempt, index) => (
        <OneAttempt key={attempt.number} attempt={attempt} isOpen={isLatest && index === 0} />
      ))}
    </div>
  )
}

function OneAttempt({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const t = useTranslate()
  const text = useAnswerText()
  const advice = useAnswerAdvice()
  const { number, startedAt, durationMs, statusCode, responseExcerpt, requestHeaders } = attempt
  const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300
  return (
    <details open={isOpen}>
      <summary>
        {number}. <strong>{text(attempt)}</strong>{' '}
        <span className="hint">
          {t('timeline.duration', { ms: String(durationMs) })} · <Time at={startedAt} />
        </span>
      </summary>
      {!isTaken && <p>{advice(attempt)}</p>}
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <>
          <h3>{t('event.answer')}</h3>
          <pre>{responseExcerpt}</pre>
        </>
      )}
      <h3>{t('event.headers')}</h3>
      {requestHeaders === undefined ? (
        <p className="hint">{t('event.no-headers')}</p>
      ) : (
        <Headers headers={requestHeaders} />
      )}
    </details>
  )
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const t = useTranslate()
  const lines = Object.entries(headers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <pre>
      {lines} <CopyButton text={lines} what={t('event.headers')} />
    </pre>
  )
}
