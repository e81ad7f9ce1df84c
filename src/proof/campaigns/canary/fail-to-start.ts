import type { CanaryStage } from './stage.ts'

/**
 * Starts servers that must fail at once: each has an invalid configuration with a secret in it. Also passes an API key to a
 * command that takes an id.
 */
export async function failToStart(
  { processes, variables, urls }: CanaryStage,
  apiKey: string,
): Promise<void> {
  const { MASTER_KEY = '', DATABASE_URL = '', SMTP_URL = '' } = variables
  const elsewhere = new URL(DATABASE_URL)
  elsewhere.pathname = '/nowhere'
  const closed = new URL(DATABASE_URL)
  closed.port = new URL(urls.api).port
  const variants = [
    { MASTER_KEY: `${MASTER_KEY}=x${MASTER_KEY}` },
    { MASTER_KEY_PREVIOUS: MASTER_KEY },
    { DATABASE_URL: elsewhere.href },
    { DATABASE_URL: closed.href },
    { DATABASE_URL: DATABASE_URL.replace('postgres://', 'postgrez://') },
    { SMTP_URL: `${SMTP_URL}/path` },
    { CHECKOUT_ENVIRONMENT: 'production', PROCESSOR: './none.js' },
  ]
  for (const changes of variants) await processes.fail(['serve'], { ...variables, ...changes })
  await processes.fail(['keys', 'revoke', apiKey], variables)
}
