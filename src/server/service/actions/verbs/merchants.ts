import type { MERCHANT_ACTIONS } from '#contract/dashboard/actions/merchants.ts'
import { isCurrency } from '#domain/currency.ts'
import { readMerchant, type MerchantChange } from '../../../database/merchants/merchants.ts'
import { changeMerchant } from '../../merchants/change-merchant.ts'
import { createMerchant } from '../../merchants/create-merchant.ts'
import { issueKey, keyOfMerchant } from '../../keys/issue-key.ts'
import { allowPeople } from '../../people/allow-people.ts'
import type { ActionContext } from '../action-context.ts'
import { rollBack, valueOf } from '../../outcome.ts'
import { allowedCallbackUrl, allowedReturnOrigins, checkReturnUrls } from '../check-urls.ts'
import type { VerbsOf } from '../verbs-of.ts'

/** Merchants, and what the operator decides for each of them. */
export const MERCHANT_VERBS: VerbsOf<typeof MERCHANT_ACTIONS> = {
  async 'merchant.create'(context, asked) {
    const { name, currency, country, callbackUrl, successUrl, cancelUrl } = asked
    if (!isCurrency(currency))
      throw rollBack('invalid_request', [
        { path: 'currency', code: 'invalid_format', message: 'is no currency' },
      ])
    const returnOrigins = allowedReturnOrigins(context, asked.returnOrigins)
    checkReturnUrls(context, returnOrigins, { successUrl, cancelUrl })
    const { merchantId, webhookSecret } = await createMerchant(context, {
      name,
      currency,
      country,
      returnOrigins,
      successUrl,
      cancelUrl,
      callbackUrl: callbackUrl && allowedCallbackUrl(context, 'callbackUrl', callbackUrl),
    })
    const { environment } = context
    const issued = await issueKey(context, keyOfMerchant(environment, merchantId))
    return { merchantId, webhookSecret, ...issued }
  },

  async 'merchant.change'(context, { merchantId, ...asked }) {
    const merchant = await readMerchant(context.database, merchantId)
    const { name, latePayments, amountMismatch, shopperMails, successUrl, cancelUrl } = asked
    checkReturnUrls(context, merchant?.returnOrigins ?? [], { successUrl, cancelUrl })
    return change(context, merchantId, {
      ...(name !== undefined && { name }),
      ...(latePayments !== undefined && { latePayments }),
      ...(amountMismatch !== undefined && { amountMismatch }),
      ...(shopperMails !== undefined && { shopperMails }),
      ...(successUrl !== undefined && { successUrl }),
      ...(cancelUrl !== undefined && { cancelUrl }),
    })
  },

  async 'merchant.allow'(context, { merchantId, may }) {
    valueOf(await allowPeople(context, { merchantId, may }))
    return { merchantId }
  },

  async 'origins.change'(context, { merchantId, returnOrigins: asked }) {
    const returnOrigins = allowedReturnOrigins(context, asked)
    await change(context, merchantId, { returnOrigins })
    return { returnOrigins }
  },
}

async function change(context: ActionContext, merchantId: string, changed: MerchantChange) {
  valueOf(await changeMerchant(context, merchantId, changed))
  return { merchantId }
}
