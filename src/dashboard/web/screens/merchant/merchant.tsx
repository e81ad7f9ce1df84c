import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useOutletContext, useParams } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { useExtent } from '../../actions/may.ts'
import { placesOfMerchant } from '../../layout/places.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { merchantQuery } from '../../merchants/queries.ts'
import { WebhookMark } from '../../merchants/webhook-mark.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Settings } from './settings.tsx'

export async function loadMerchant(
  deps: Deps,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const query = merchantQuery(deps, params['merchantId'] ?? '')
  await deps.queryClient.ensureQueryData(query)
  return null
}

/** `/m/:merchantId`: a merchant's home. */
export function MerchantScreen() {
  const t = useTranslate()
  const me = useOutletContext<Me>()
  const { merchantId = '' } = useParams()
  const { data: merchant } = useSuspenseQuery(merchantQuery(useDeps(), merchantId))
  const mayChange = useExtent('merchant_settings:write', merchantId) !== undefined
  const { id, name, webhook } = merchant
  const places = placesOfMerchant(me, id)
  return (
    <>
      <ScreenHeading>{name}</ScreenHeading>
      <p className="hint">
        <code>{id}</code> <CopyButton text={id} what={t('key.merchant')} />
      </p>
      <dl className="facts">
        <div>
          <dt>{t('merchant.webhook')}</dt>
          <dd>
            <WebhookMark state={webhook} />
          </dd>
        </div>
        <div>
          <dt>{t('integration.keys')}</dt>
          <dd>{t('merchants.keys', { count: merchant.liveKeys })}</dd>
        </div>
        <div>
          <dt>{t('merchant.country')}</dt>
          <dd>
            {merchant.country} · {merchant.currency}
          </dd>
        </div>
        <div>
          <dt>{t('timeline.created')}</dt>
          <dd>
            <Time at={merchant.createdAt} />
          </dd>
        </div>
      </dl>
      {places.length > 0 && (
        <ul className="tiles">
          {places.map(({ to, word }) => (
            <li key={to}>
              <Link to={to}>{t(word)}</Link>
            </li>
          ))}
        </ul>
      )}
      <Settings merchant={merchant} mayChange={mayChange} />
    </>
  )
}
