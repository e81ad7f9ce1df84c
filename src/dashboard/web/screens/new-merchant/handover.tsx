import { useQuery } from '@tanstack/react-query'
import type { DashboardActionAnswer } from '#contract/dashboard/actions.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { integrationQuery } from '../../merchants/queries.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { envFileName, type Variable } from '../../secrets/env-file.ts'
import { OneTimePanel } from '../../secrets/one-time-panel.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** What the merchant's developer needs, including the secrets, which are shown only once. */
export function Handover({ environment, merchant, secrets, onClose }: HandoverProps) {
  const t = useTranslate()
  const { merchantId, name, currency, successUrl } = merchant
  const { apiKey, webhookSecret } = secrets
  // The secrets are shown even before this has loaded.
  const { data } = useQuery(integrationQuery(useDeps(), merchantId))
  const plain = (variable: string, value: string | undefined): Variable[] =>
    value === undefined ? [] : [{ name: variable, value, isSecret: false }]
  return (
    <>
      <ScreenHeading takesFocus={false}>{t('new.made', { name })}</ScreenHeading>
      <p className="hint">
        <code>{merchantId}</code> <CopyButton text={merchantId} what={t('key.merchant')} />
      </p>
      <OneTimePanel
        title={t('new.secrets')}
        text={t('secret.text')}
        variables={[
          ...plain('CHECKOUT_URL', data?.checkoutUrl),
          ...plain('API_URL', data?.apiUrl),
          ...plain('MERCHANT_ID', merchantId),
          { name: 'API_KEY', value: apiKey, isSecret: true },
          { name: 'WEBHOOK_SECRET', value: webhookSecret, isSecret: true },
        ]}
        fileName={envFileName(environment, name)}
        onClose={onClose}
        sample={
          data && {
            merchantId,
            apiKey,
            environment,
            apiUrl: data.apiUrl,
            currency,
            successUrl,
          }
        }
      />
    </>
  )
}

interface HandoverProps {
  environment: string
  merchant: { merchantId: string; name: string; currency: string; successUrl: string | null }
  secrets: Pick<DashboardActionAnswer<'merchant.create'>, 'apiKey' | 'webhookSecret'>
  onClose: () => void
}
