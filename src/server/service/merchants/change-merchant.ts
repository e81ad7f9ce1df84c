import {
  updateMerchant,
  type MerchantChange,
  type MerchantRecord,
} from '../../database/merchants/merchants.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Changes the given fields of a merchant. */
export function changeMerchant(
  context: OperatorContext,
  merchantId: string,
  change: MerchantChange,
): Promise<Outcome<MerchantRecord, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    const merchant = await updateMerchant(tx, merchantId, change)
    if (merchant === undefined) return refuse('not_found')
    await recordOperatorAudit(context, tx, {
      action: 'merchant.changed',
      subject: merchantId,
      merchantId,
      details: { ...change },
    })
    return done(merchant)
  })
}
