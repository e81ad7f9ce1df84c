import { ALLOWABLE_PERMISSIONS } from '#contract/dashboard/permissions.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readMerchantSummary } from '../../database/merchants/merchant-summaries.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { readPeopleMay } from '../../database/people/people-may.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { isWithin, type Scope } from '../people/scope.ts'

/** A merchant with its settings, except its webhook endpoint, whose URL may contain a token; undefined when there is none. */
export async function readMerchantHome(
  { database, clock }: Pick<OperatorContext, 'database' | 'clock'>,
  merchantId: string,
) {
  const [summary, merchant, peopleMay] = await Promise.all([
    readMerchantSummary(database, { id: merchantId, now: clock() }),
    readMerchant(database, merchantId),
    readPeopleMay(database, merchantId),
  ])
  if (summary === undefined || merchant === undefined) return undefined
  const { returnOrigins, successUrl, cancelUrl, latePayments, amountMismatch, shopperMails } =
    merchant
  return {
    ...summary,
    returnOrigins,
    successUrl,
    cancelUrl,
    latePayments,
    amountMismatch,
    shopperMails,
    peopleMay: ALLOWABLE_PERMISSIONS.filter((name) => peopleMay?.includes(name)),
  }
}

/** A merchant's name and the zone of its reports. Undefined for a merchant outside the scope. */
export async function readMerchantZone(
  { database }: { database: Queryable },
  scope: Scope,
  merchantId: string,
): Promise<{ name: string; timeZone: string } | undefined> {
  if (!isWithin(scope, merchantId)) return undefined
  const merchant = await readMerchant(database, merchantId)
  return merchant && { name: merchant.name, timeZone: timeZoneOfMerchant(merchant) }
}
