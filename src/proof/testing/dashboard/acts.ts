import { randomUUID } from 'node:crypto'
import { ActCeremony, type ActName } from '../../../contract/dashboard/acts.ts'
import { createMerchant } from '../../../server/operator/create-merchant.ts'
import { issueKey, keyOfMerchant } from '../../../server/operator/issue-key.ts'
import type { Lie } from './authenticator.ts'
import type { Browser, Said } from './browser.ts'
import type { TestDashboard } from './open-dashboard.ts'
import type { PasskeyPerson } from './passkey-person.ts'

/** A merchant with a key. */
export interface TenantOfTest {
  merchantId: string
  keyId: string
}

export async function addTenant({ context }: TestDashboard): Promise<TenantOfTest> {
  const { merchantId } = await createMerchant(context, {
    name: 'Loja',
    currency: 'BRL',
    country: 'BR',
    callbackUrl: 'https://loja.example/hooks',
    returnOrigins: [],
    successUrl: null,
    cancelUrl: null,
  })
  const { keyId } = await issueKey(context, keyOfMerchant(context.environment, merchantId))
  return { merchantId, keyId }
}

/** An input that each act takes. */
export function inputOf(act: ActName, { merchantId, keyId }: TenantOfTest): object {
  switch (act) {
    case 'key.issue':
      return { merchantId }
    case 'key.rotate':
      return { merchantId, keyId, overlapSeconds: 60 }
    case 'key.revoke':
      return { merchantId, keyId }
    case 'callback.set':
      return { merchantId, url: 'https://loja.example/other' }
    case 'secret.rotate':
      return { merchantId }
  }
}

/** Does an act without a signature. */
export function perform(
  browser: Browser,
  act: string,
  input: unknown,
  more: { signature?: unknown; key?: string } = {},
): Promise<Said> {
  const { key = randomUUID(), signature } = more
  return browser.post(
    `/api/acts/${act}`,
    { input, ...(signature !== undefined && { signature }) },
    { 'idempotency-key': key },
  )
}

/** Signs an act with a person's passkey. */
export async function signAct(
  { browser, authenticator }: Pick<PasskeyPerson, 'browser' | 'authenticator'>,
  act: ActName,
  input: unknown,
  lie?: Lie,
): Promise<{ ceremonyId: string; assertion: unknown }> {
  const begun = await browser.post('/api/ceremonies', { act, input })
  if (begun.status !== 200) throw new Error(begun.text)
  const { ceremonyId, options } = ActCeremony.parse(begun.body)
  return { ceremonyId, assertion: authenticator.sign(options, lie) }
}
