import { useMutation } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import type { WebhookBody, WebhookEvent } from '#contract/dashboard/webhook.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** The body of every attempt: masked at first, as it was sent on request; and what its signature covers. */
export function SentBody({ merchantId, event }: { merchantId: string; event: WebhookEvent }) {
  const t = useTranslate()
  const { call } = useDeps()
  const [isRaw, setIsRaw] = useState(false)
  const id = useId()
  const showing = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () =>
      call<WebhookBody>(`/webhooks/${merchantId}/events/${event.id}/body`, {
        method: 'POST',
        body: {},
      }),
  })
  const body = showing.data?.body ?? event.body
  const shown = isRaw ? body : JSON.stringify(JSON.parse(body), null, 2)
  const headers = event.deliveries.at(-1)?.attempts.at(-1)?.requestHeaders
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('event.body')}</h2>
      <p className="selection">
        <label className="check">
          <input
            type="checkbox"
            checked={isRaw}
            onChange={({ target }) => setIsRaw(target.checked)}
          />
          {t('event.raw')}
        </label>
        {showing.data !== undefined ? (
          <CopyButton text={shown} what={t('event.body')} />
        ) : (
          event.showsBody && (
            <button type="button" className="quiet" onClick={() => showing.mutate()}>
              {t('timeline.show-person')}
            </button>
          )
        )}
        <span className="hint">
          {t(showing.data === undefined ? 'event.masked' : 'event.as-sent')}
        </span>
      </p>
      <Trouble error={showing.error} />
      <pre className="sent-body">{shown}</pre>
      {showing.data?.answers.map(({ attempt, responseExcerpt }, index) => (
        <Fragment key={index}>
          <h3>
            {attempt}. {t('event.answer')}
          </h3>
          <pre>{responseExcerpt}</pre>
        </Fragment>
      ))}
      <details>
        <summary>{t('event.signature')}</summary>
        <p>{t('event.signature-text')}</p>
        <pre>
          {`${headers?.['webhook-id'] ?? event.id}.${headers?.['webhook-timestamp'] ?? '<webhook-timestamp>'}.`}
          {t('event.raw-body')}
        </pre>
        <p>{t('event.signature-wrong')}</p>
        <pre>
          <code>npx --no checkout verify --request request.txt --merchant {merchantId}</code>
        </pre>
      </details>
    </section>
  )
}
