import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import type { WebhookEvent } from '#contract/dashboard/webhook.ts'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useExtent } from '../../actions/may.ts'
import { useAction } from '../../actions/use-action.ts'
import { webhookEventQuery } from '../../calls/webhook-queries.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EventStateMark } from '../../parts/event-state.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Attempts } from './attempts.tsx'
import { SentBody } from './sent-body.tsx'

export async function loadWebhookEvent(
  deps: Deps,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const { merchantId = '', eventId = '' } = params
  await deps.queryClient.ensureQueryData(webhookEventQuery(deps, merchantId, eventId))
  return null
}

/** `/m/:merchantId/webhook/:eventId`: one event, what was sent, and what was answered. */
export function WebhookEventScreen() {
  const t = useTranslate()
  const { merchantId = '', eventId = '' } = useParams()
  const { data: event, error } = useSuspenseQuery(webhookEventQuery(useDeps(), merchantId, eventId))
  return (
    <article className="webhook-event">
      <p>
        <Link to={webhookAddress(merchantId)}>
          {t('webhook.title', { merchant: event.merchantName })}
        </Link>
      </p>
      <ScreenHeading>{event.type}</ScreenHeading>
      <p>
        <EventStateMark state={event.state} /> {t(`event.advice.${event.state}`)}
      </p>
      <Replay merchantId={merchantId} eventId={eventId} />
      <Facts merchantId={merchantId} event={event} />
      <Attempts deliveries={event.deliveries} />
      <SentBody merchantId={merchantId} event={event} />
      <p role="alert" className="trouble">
        {error !== null && t('webhook.stale')}
      </p>
    </article>
  )
}

function Replay({ merchantId, eventId }: { merchantId: string; eventId: string }) {
  const t = useTranslate()
  const may = useExtent('deliveries:replay', merchantId) !== undefined
  const replay = useAction('event.replay')
  if (!may) return null
  return (
    <div className="selection">
      <button
        type="button"
        className="main-button"
        aria-disabled={replay.isPending}
        onClick={() => {
          if (!replay.isPending) replay.mutate({ merchantId, eventIds: [eventId] })
        }}
      >
        {t(replay.isPending ? 'dashboard-action.pending' : 'event.send')}
      </button>
      <output>{replay.isSuccess && t('webhook.sent', { count: 1 })}</output>
      <ActionTrouble error={replay.error} />
    </div>
  )
}

function Facts({ merchantId, event }: { merchantId: string; event: WebhookEvent }) {
  const t = useTranslate()
  const { id, sessionId, orderReference, createdAt } = event
  return (
    <dl className="facts">
      <div>
        <dt>{t('event.id')}</dt>
        <dd>
          <code>{id}</code> <CopyButton text={id} what={t('event.id')} />
        </dd>
      </div>
      {sessionId !== null && (
        <div>
          <dt>{t('timeline.session')}</dt>
          <dd>
            <Link to={timelineAddress(merchantId, sessionId)}>{orderReference ?? sessionId}</Link>{' '}
            <span className="hint">
              <Link to={`${webhookAddress(merchantId)}?sessionId=${sessionId}`}>
                {t('event.of-session')}
              </Link>
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('event.happened')}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </div>
    </dl>
  )
}
