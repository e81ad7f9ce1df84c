import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import type { WebhookAnswer } from '#contract/dashboard/webhook.ts'
import { webhookEventsQuery, webhookQuery } from '../../calls/webhook-queries.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useAnswerAdvice, useAnswerText } from '../../parts/event-state.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { EventList } from './event-list.tsx'
import { Hours } from './hours.tsx'
import { ReplayGoing } from './replay-going.tsx'
import { eventsSearch } from './webhook-filters.ts'

export async function loadWebhook(
  deps: Deps,
  { params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>,
): Promise<null> {
  const { queryClient } = deps
  const merchantId = params['merchantId'] ?? ''
  const search = eventsSearch(new URL(request.url).searchParams)
  await Promise.all([
    queryClient.ensureQueryData(webhookQuery(deps, merchantId)),
    queryClient.ensureQueryData(webhookEventsQuery(deps, merchantId, search)),
  ])
  return null
}

/** `/m/:merchantId/webhook`: the health of the receiver, and the events that were sent to it. */
export function WebhookScreen() {
  const t = useTranslate()
  const { merchantId = '' } = useParams()
  const [search] = useSearchParams()
  const { data, error } = useSuspenseQuery(webhookQuery(useDeps(), merchantId))
  return (
    <>
      <ScreenHeading>{t('webhook.title', { merchant: data.merchant.name })}</ScreenHeading>
      <Health answer={data} />
      <OwnTime ownTime={data.ownTime} />
      <ReplayGoing merchantId={merchantId} replay={data.health.replay} />
      {data.health.failingSince !== null && <Answers answer={data} />}
      <EventList
        merchantId={merchantId}
        failingSince={data.health.failingSince}
        search={search}
        ownNow={data.ownTime?.now ?? null}
        hasEndpoint={data.url !== null}
      />
      <p role="alert" className="trouble">
        {error !== null && t('webhook.stale')}
      </p>
    </>
  )
}

function Health({ answer: { url, health, hours, isWhole, medianMs } }: { answer: WebhookAnswer }) {
  const t = useTranslate()
  const counted = (count: number) =>
    count >= health.countedMax ? `${health.countedMax}+` : String(count)
  return (
    <section aria-label={t('webhook.health')} className="webhook-health">
      <p>
        <HealthMark health={health} />{' '}
        {health.failingSince !== null && (
          <span>
            {t('webhook.failing-since')} <Time at={health.failingSince} />.{' '}
          </span>
        )}
        {health.lastSuccessAt === null ? (
          <span>{t('webhook.no-success')}</span>
        ) : (
          <span>
            {t('webhook.last-success')} <Time at={health.lastSuccessAt} />.
          </span>
        )}
      </p>
      <dl className="facts">
        <div>
          <dt>{t('webhook.url')}</dt>
          <dd>
            {url === null ? (
              t('webhook.no-url')
            ) : (
              <>
                <code>{url}</code> <CopyButton text={url} what={t('webhook.url')} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('webhook.waiting')}</dt>
          <dd>{counted(health.waiting)}</dd>
        </div>
        <div>
          <dt>{t('webhook.failing')}</dt>
          <dd>{counted(health.failing)}</dd>
        </div>
        <div>
          <dt>{t('webhook.given-up')}</dt>
          <dd>{counted(health.givenUp)}</dd>
        </div>
        {medianMs !== null && (
          <div>
            <dt>{t('webhook.median')}</dt>
            <dd>{t('timeline.duration', { ms: String(medianMs) })}</dd>
          </div>
        )}
      </dl>
      <Hours hours={hours} isWhole={isWhole} />
    </section>
  )
}

/** The time of a merchant with its own clock, which retries and filters follow. */
function OwnTime({ ownTime }: Pick<WebhookAnswer, 'ownTime'>) {
  const t = useTranslate()
  if (ownTime === null) return null
  return (
    <p>
      <Mark tone="warn">{t(ownTime.isFrozen ? 'webhook.frozen' : 'webhook.own-time')}</Mark>{' '}
      <Time at={ownTime.now} />
      {ownTime.isFrozen && <span>{`. ${t('webhook.frozen-text')}`}</span>}
    </p>
  )
}

function HealthMark({ health }: { health: WebhookAnswer['health'] }) {
  const t = useTranslate()
  if (health.endpoint === 'none') return <Mark tone="warn">{t('webhook.is.none')}</Mark>
  if (health.endpoint === 'disabled') return <Mark tone="danger">{t('webhook.is.disabled')}</Mark>
  return health.failingSince === null ? (
    <Mark tone="ok">{t('webhook.is.ok')}</Mark>
  ) : (
    <Mark tone="danger">{t('webhook.is.failing')}</Mark>
  )
}

/** The receiver's most frequent answers, as plain text, with advice. */
function Answers({ answer: { health } }: { answer: WebhookAnswer }) {
  const t = useTranslate()
  const text = useAnswerText()
  const advice = useAnswerAdvice()
  if (health.answers.length === 0) return null
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{t('webhook.answers')}</h2>
      <ul className="rows">
        {health.answers.slice(0, 3).map((answer) => (
          <li key={`${answer.statusCode} ${answer.error}`}>
            <strong>{text(answer)}</strong>
            <span className="hint">{t('webhook.times', { count: answer.count })}</span>
            {answer.excerpt !== null && answer.excerpt !== '' && (
              <code className="excerpt">{answer.excerpt}</code>
            )}
            <span className="hit-main">{advice(answer)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
