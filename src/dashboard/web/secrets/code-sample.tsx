import { CopyButton } from '../parts/copy-button.tsx'
import { useTranslate } from '../words/use-language.ts'

/** Sample code of a backend that creates a session, with the merchant's values filled in. */
export function CodeSample({ shown, ...sample }: SampleProps) {
  const t = useTranslate()
  return (
    <figure className="sample">
      <figcaption>{t('sample.title')}</figcaption>
      <pre>
        <code>{codeOf({ ...sample, apiKey: shown ?? sample.apiKey })}</code>
      </pre>
      <CopyButton text={codeOf(sample)} what={t('sample.what')} />
    </figure>
  )
}

export interface Sample {
  merchantId: string
  /** The API key; null: the code reads it from the environment variable. */
  apiKey: string | null
  environment: string
  apiUrl: string
  currency: string
  successUrl: string | null
}

interface SampleProps extends Sample {
  /** Shown in place of the key while that is hidden. */
  shown?: string | undefined
}

function codeOf({ merchantId, apiKey, environment, apiUrl, currency, successUrl }: Sample): string {
  const key = apiKey === null ? 'apiKey: process.env.API_KEY' : `apiKey: ${quoted(apiKey)}`
  const returns = successUrl === null ? '' : `, successUrl: ${quoted(successUrl)}`
  return [
    `import { CheckoutClient } from 'hosted-checkout'`,
    ``,
    `const checkout = new CheckoutClient({ ${key}, environment: ${quoted(environment)}, baseUrl: ${quoted(apiUrl)} })`,
    `const order = { merchantId: ${quoted(merchantId)}, amount: 25990, currency: ${quoted(currency)}${returns} }`,
    `const session = await checkout.sessions.create(order, { idempotencyKey: 'order-1001' })`,
    `// Redirect the shopper (303) to session.url`,
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`
}
