import {
  updateMerchant,
  type MerchantChange,
  type MerchantRecord,
} from '../../database/merchants/merchants.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

/** Changes the given fields of a merchant; undefined when there is no such merchant. */
export function changeMerchant(
  context: OperatorContext,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  return context.database.transaction(async (tx) => {
    const merchant = await updateMerchant(tx, merchantId, change)
    if (merchant !== undefined)
      await recordOperatorAct(context, tx, {
        action: 'merchant.changed',
        subject: merchantId,
        merchantId,
        details: { ...change },
      })
    return merchant
  })
}
