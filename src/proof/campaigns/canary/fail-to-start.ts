import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CanaryStage } from './stage.ts'

const KEY_BYTES = 32

/**
 * Starts servers that must fail at once: each has an invalid configuration with a secret in it. Also passes an API key to a
 * command that takes an id.
 */
export async function failToStart(stage: CanaryStage, apiKey: string): Promise<void> {
  const { processes, variables, urls } = stage
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

/** An account at Adyen whose settings are wrong, and one that cannot be reached: neither says what it was given. */
export async function failAtAdyen({
  book,
  directories,
  processes,
  variables,
  urls,
}: CanaryStage): Promise<void> {
  const secrets = Object.fromEntries(
    ['API_KEY', 'HMAC_KEY', 'REPORT_PASSWORD'].map((name) => {
      const secret = randomBytes(KEY_BYTES).toString('hex')
      book.add(`${name} of an account at Adyen`, 'processor secret', secret)
      return [`ADYEN_${name}`, secret]
    }),
  )
  const account = {
    module: 'adyen',
    merchantAccount: 'NorteBR',
    apiKey: 'env:ADYEN_API_KEY',
    hmacKeys: ['env:ADYEN_HMAC_KEY'],
    reportUser: 'report',
    reportPassword: 'env:ADYEN_REPORT_PASSWORD',
    sealing: { from: 'clientKey' },
    clientKey: 'test_CANARY',
    baseUrl: `${urls.page.replace('localhost', '127.0.0.1')}/nobody`,
    shopperUrl: urls.page.replace('localhost', '127.0.0.1'),
  }
  const accounts = [
    {
      ...account,
      merchantAccount: 'a:b',
      captureWithinDays: 99,
      hmacKeys: ['env:ADYEN_API_KEY', 1],
    },
    account,
  ]
  for (const [index, adyen] of accounts.entries()) {
    const file = join(directories.product, `adyen-${index}.json`)
    await writeFile(file, JSON.stringify({ accounts: { adyen }, methods: { card: 'adyen' } }))
    const withAdyen = { ...variables, ...secrets, PROCESSORS: file }
    for (const args of [['serve'], ['processors', 'check', 'adyen']])
      if (index === 0 || args[0] !== 'serve') await processes.fail(args, withAdyen)
  }
}
