import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WebhookBody, WebhookEvent } from '#contract/dashboard/webhook.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useDeps } from '../../deps.ts'
import { useSay } from '../../words/use-language.ts'

/** The body of every attempt: masked at first, as it was sent on request; and what its signature covers. */
export function SentBody({ merchantId, event }: { merchantId: string; event: WebhookEvent }) {
  const say = useSay()
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
      <h2 id={id}>{say('event.body')}</h2>
      <p className="selection">
        <label className="check">
          <input
            type="checkbox"
            checked={isRaw}
            onChange={({ target }) => setIsRaw(target.checked)}
          />
          {say('event.raw')}
        </label>
        {showing.data !== undefined ? (
          <CopyButton text={shown} what={say('event.body')} />
        ) : (
          event.showsBody && (
            <button type="button" className="quiet" onClick={() => showing.mutate()}>
              {say('timeline.show-person')}
            </button>
          )
        )}
        <span className="hint">
          {say(showing.data === undefined ? 'event.masked' : 'event.as-sent')}
        </span>
      </p>
      <Trouble error={showing.error} />
      <pre className="sent-body">{shown}</pre>
      <details>
        <summary>{say('event.signature')}</summary>
        <p>{say('event.signature-text')}</p>
        <pre>
          {`${headers?.['webhook-id'] ?? event.id}.${headers?.['webhook-timestamp'] ?? '<webhook-timestamp>'}.`}
          {say('event.raw-body')}
        </pre>
        <p>{say('event.signature-wrong')}</p>
        <pre>
          <code>npx checkout verify --request request.txt --merchant {merchantId}</code>
        </pre>
      </details>
    </section>
  )
}
