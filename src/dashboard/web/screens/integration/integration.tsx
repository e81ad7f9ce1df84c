import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useOutletContext, useParams } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { integrationQuery } from '../../merchants/queries.ts'
import { CodeSample } from '../../secrets/code-sample.tsx'
import { envFileName, type Variable } from '../../secrets/env-file.ts'
import { OneTimePanel } from '../../secrets/one-time-panel.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Keys } from './keys.tsx'
import { Origins } from './origins.tsx'
import { RefusedCalls } from './refused-calls.tsx'
import { Webhook } from './webhook.tsx'

export async function loadIntegration(
  deps: Deps,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const query = integrationQuery(deps, params['merchantId'] ?? '')
  await deps.queryClient.ensureQueryData(query)
  return null
}

/** A secret that was just made. */
interface Made {
  title: string
  variable: Variable
}

const POLL_MS = 1000

/** `/m/:merchantId/integration`: a merchant's API keys, webhook endpoint and secrets, and return origins. */
export function IntegrationScreen() {
  const t = useTranslate()
  const { environment } = useOutletContext<Me>()
  const { merchantId = '' } = useParams()
  const [made, setMade] = useState<Made | null>(null)
  const [pinged, setPinged] = useState<string | null>(null)
  const { data } = useSuspenseQuery({
    ...integrationQuery(useDeps(), merchantId),
    // Polls until the worker has sent the ping, which takes it about a second.
    refetchInterval: ({ state }) =>
      pinged !== null && state.data?.lastPing?.eventId === pinged && !state.data.lastPing.attempt
        ? POLL_MS
        : false,
  })
  const show = (title: string, name: string) => (value: string) =>
    setMade({ title, variable: { name, value, isSecret: true } })
  return (
    <>
      <ScreenHeading>{t('integration.title', { name: data.name })}</ScreenHeading>
      <p>
        <Link to={`/m/${merchantId}`}>{data.name}</Link>
      </p>
      {made !== null && (
        <OneTimePanel
          key={made.variable.value}
          title={made.title}
          text={t('secret.text')}
          variables={[
            { name: 'API_URL', value: data.apiUrl, isSecret: false },
            { name: 'MERCHANT_ID', value: merchantId, isSecret: false },
            made.variable,
          ]}
          fileName={envFileName(environment, data.name)}
          onClose={() => setMade(null)}
        />
      )}
      <Keys
        integration={data}
        isBusy={made !== null}
        onMade={show(t('integration.key-made'), 'API_KEY')}
      />
      <Webhook
        integration={data}
        isBusy={made !== null}
        onPinged={setPinged}
        onMade={show(t('integration.secret-made'), 'WEBHOOK_SECRET')}
      />
      <Origins integration={data} />
      <RefusedCalls integration={data} />
      <section aria-labelledby="code">
        <h2 id="code">{t('integration.code')}</h2>
        <CodeSample
          merchantId={merchantId}
          apiKey={null}
          environment={environment}
          apiUrl={data.apiUrl}
          currency={data.currency}
          successUrl={data.successUrl ?? firstReturn(data.returnOrigins)}
        />
      </section>
    </>
  )
}

function firstReturn([origin]: readonly string[]): string | null {
  return origin === undefined ? null : `${origin}/thanks`
}
