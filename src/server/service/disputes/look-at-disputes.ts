import type { DisputeAnswer, ListedDispute } from '#contract/dashboard/disputes.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import {
  lookAtDisputes,
  readDisputeWithNotes,
  type DisputeOfOrder,
  type LookAtDisputes,
} from '../../database/disputes/look-at-disputes.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { isWithin, type Scope } from '../people/scope.ts'
import { presentDispute } from './present-dispute.ts'

/** A page of the disputes of a merchant or of all. Undefined for a merchant outside the scope. */
export async function listDisputesFor(
  { database }: { database: Queryable },
  scope: Scope,
  asked: LookAtDisputes,
): Promise<LookBackPage<ListedDispute> | undefined> {
  if (!isWithin(scope, asked.merchantId)) return undefined
  const { items, hasMore } = await lookAtDisputes(database, asked)
  return {
    items: items.map(listed),
    hasMore,
    after: hasMore ? (items.at(-1)?.id ?? null) : null,
    lookedBackTo: null,
  }
}

/** A dispute of any merchant, for a caller that checks whether the person may read it. */
export async function readDisputeFor(
  { database }: { database: Queryable },
  id: string,
): Promise<DisputeAnswer | undefined> {
  const dispute = await readDisputeWithNotes(database, id)
  if (dispute === undefined) return undefined
  const { merchantName, orderReference, notes } = dispute
  return {
    dispute: presentDispute(dispute),
    merchantName,
    orderReference,
    timeZone: timeZoneOfMerchant(dispute),
    notes,
  }
}

function listed(dispute: DisputeOfOrder): ListedDispute {
  return {
    id: dispute.id,
    sessionId: dispute.sessionId,
    merchantId: dispute.merchantId,
    merchantName: dispute.merchantName,
    orderReference: dispute.orderReference,
    status: dispute.status,
    stage: dispute.stage,
    amount: dispute.amountMinor,
    currency: dispute.currency,
    respondBy: dispute.respondBy?.toISOString() ?? null,
    openedAt: dispute.openedAt.toISOString(),
  }
}
