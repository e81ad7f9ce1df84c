import { useState } from 'react'
import { Link, useOutletContext } from 'react-router'
import type { DashboardActionAnswer, DashboardActionSent } from '#contract/dashboard/actions.ts'
import type { Me } from '#contract/dashboard/me.ts'
import { useExtent } from '../../actions/may.ts'
import { Refused } from '../../calls/call.ts'
import { Message } from '../../layout/message.tsx'
import { useTranslate } from '../../words/use-language.ts'
import { Handover } from './handover.tsx'
import { MerchantForm } from './merchant-form.tsx'

/** The new merchant, and its secrets until they are handed over. */
interface Made {
  input: DashboardActionSent<'merchant.create'>
  merchantId: string
  secrets: Pick<DashboardActionAnswer<'merchant.create'>, 'apiKey' | 'webhookSecret'> | null
}

/** `/m/new`: a form, then the API key and the webhook secret, shown once, and the next steps. */
export function NewMerchant() {
  const t = useTranslate()
  const { environment } = useOutletContext<Me>()
  const mayCreate = useExtent('merchants:create', null) !== undefined
  const [made, setMade] = useState<Made | null>(null)
  if (!mayCreate) throw new Refused(403, 'forbidden', '')
  if (made === null)
    return (
      <MerchantForm
        onMade={(input, { merchantId, ...secrets }) => setMade({ input, merchantId, secrets })}
      />
    )
  const { input, merchantId, secrets } = made
  if (secrets !== null)
    return (
      <Handover
        environment={environment}
        merchant={{ ...input, merchantId }}
        secrets={secrets}
        onClose={() => setMade({ ...made, secrets: null })}
      />
    )
  return (
    <Message title={t('new.ready', { name: input.name })}>
      <p>{t('new.next')}</p>
      <ol className="steps">
        <li>
          <Link to={`/m/${merchantId}/integration`}>{t('new.step-ping')}</Link>
          <p className="hint">{t('new.step-ping-text')}</p>
        </li>
        <li>
          <Link to={`/m/${merchantId}`}>{t('new.step-settings')}</Link>
          <p className="hint">{t('new.step-settings-text')}</p>
        </li>
        <li>
          <Link to="/m/new" reloadDocument>
            {t('new.another')}
          </Link>
        </li>
      </ol>
    </Message>
  )
}
