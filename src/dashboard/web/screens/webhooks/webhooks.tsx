import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FailingWebhook } from '#contract/dashboard/webhook.ts'
import { failingWebhooksQuery } from '../../calls/webhook-queries.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

export async function loadWebhooks(deps: Deps): Promise<null> {
  await deps.queryClient.ensureQueryData(failingWebhooksQuery(deps))
  return null
}

/** `/webhooks`: the merchants whose receiver fails. */
export function WebhooksScreen() {
  const t = useTranslate()
  const { data, error } = useSuspenseQuery(failingWebhooksQuery(useDeps()))
  const { webhooks, hasMore } = data
  return (
    <>
      <ScreenHeading>{t('webhooks.title')}</ScreenHeading>
      {webhooks.length === 0 ? (
        <div className="empty">
          <p>{t('webhooks.none')}</p>
          <p className="hint">{t('webhooks.none-text')}</p>
        </div>
      ) : (
        <>
          <p className="lead">{t('webhooks.lead', { count: webhooks.length })}</p>
          <ul className="rows hits">
            {webhooks.map((webhook) => (
              <Row key={webhook.merchantId} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
      {hasMore && <p className="hint">{t('webhooks.more')}</p>}
      <p role="alert" className="trouble">
        {error !== null && t('webhook.stale')}
      </p>
    </>
  )
}

function Row({ webhook }: { webhook: FailingWebhook }) {
  const t = useTranslate()
  const { merchantId, merchantName, isDisabled, failingSince, lastSuccessAt, countedMax } = webhook
  const inVain = webhook.failing + webhook.givenUp
  return (
    <li>
      <Mark tone="danger">{t(isDisabled ? 'webhook.is.disabled' : 'webhook.is.failing')}</Mark>
      <span className="hit-main">
        <Link to={webhookAddress(merchantId)}>{merchantName}</Link>
      </span>
      <span>
        {inVain >= countedMax
          ? t('webhooks.in-vain-many', { max: String(countedMax) })
          : t('webhooks.in-vain', { count: inVain })}
      </span>
      <span className="hint">
        {failingSince !== null && (
          <>
            {t('webhook.failing-since')} <Time at={failingSince} />.{' '}
          </>
        )}
        {lastSuccessAt === null ? (
          t('webhook.no-success')
        ) : (
          <>
            {t('webhook.last-success')} <Time at={lastSuccessAt} />.
          </>
        )}
      </span>
    </li>
  )
}
