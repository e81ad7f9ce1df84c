import { createMerchant } from '#server/service/merchants/create-merchant.ts'
import { issueKey, keyOfCheckout, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import type { Database } from '#server/database/engine/database.ts'
import { updateMerchant } from '#server/database/merchants/merchants.ts'
import type { Dice } from '../shared/dice.ts'

export interface StageMerchant {
  id: string
  apiKey: string
  keyId: string
  callbackUrl: string
  latePayments: 'accept' | 'refund'
}

const MERCHANT = {
  name: 'Loja',
  currency: 'BRL',
  country: 'BR',
  returnOrigins: [],
  successUrl: null,
  cancelUrl: null,
}
const LATE_POLICIES = ['accept', 'refund'] as const

/** The merchants of a schedule, and the page's key; committed before any fault. */
export function openMerchants(
  operator: OperatorContext,
  dice: Dice,
): Promise<{ merchants: StageMerchant[]; checkoutKey: string }> {
  return operator.database.transaction(async (tx) => {
    const database: Database = { ...operator.database, ...tx, transaction: (work) => work(tx) }
    const inside = { ...operator, database }
    const merchants: StageMerchant[] = []
    for (let count = 1 + dice.below(2); count > 0; count--)
      merchants.push(await openMerchant(inside, dice, `http://store.test/${count}`))
    const { apiKey: checkoutKey } = await issueKey(inside, keyOfCheckout('sandbox'))
    return { merchants, checkoutKey }
  })
}

async function openMerchant(
  operator: OperatorContext,
  dice: Dice,
  callbackUrl: string,
): Promise<StageMerchant> {
  const { merchantId: id } = await createMerchant(operator, { ...MERCHANT, callbackUrl })
  const latePayments = dice.pick(LATE_POLICIES)
  await updateMerchant(operator.database, id, { latePayments })
  const { apiKey, keyId } = await issueKey(operator, keyOfMerchant('sandbox', id))
  return { id, apiKey, keyId, callbackUrl, latePayments }
}
