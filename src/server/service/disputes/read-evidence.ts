import type { DisputeEvidence, EvidenceLine } from '#contract/dispute-evidence.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { readDispute, type DisputeRecord } from '../../database/disputes/disputes.ts'
import { readEvidenceRecord, type EvidenceRecord } from '../../database/disputes/evidence.ts'
import { listRefunds, type RefundRecord } from '../../database/refunds/refunds.ts'
import type { ServiceContext } from '../context.ts'
import { presentRefund } from '../refunds/present-refund.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { presentDispute } from './present-dispute.ts'

/** More than any real session has. */
const REFUNDS_MAX = 100

export interface AskedEvidence {
  /** The dispute's id. */
  id: string
  /** The merchant that must own it; null: any merchant. */
  merchantId: string | null
  /** Whether the reader may see the customer. A reader of the dashboard is recorded by the caller. */
  withPerson: boolean
}

/** What an answer to a dispute is made of, made anew for each reader; undefined without such a dispute. */
export async function readEvidence(
  { database, clock, environment }: Pick<ServiceContext, 'database' | 'clock' | 'environment'>,
  { id, merchantId, withPerson }: AskedEvidence,
): Promise<DisputeEvidence | undefined> {
  const dispute = await readDispute(database, { id, merchantId })
  if (dispute === undefined) return undefined
  const { sessionId } = dispute
  const record = await readEvidenceRecord(database, dispute)
  const { items } = await listRefunds(database, sessionId, { limit: REFUNDS_MAX })
  const refunds = items.filter(({ paymentId }) => paymentId === dispute.paymentId).toReversed()
  return {
    object: 'dispute_evidence',
    madeAt: clock().toISOString(),
    environment,
    ...presentEvidence(dispute, record, refunds),
    ...personOf(record, withPerson),
  }
}

function presentEvidence(
  dispute: DisputeRecord,
  record: EvidenceRecord,
  refunds: readonly RefundRecord[],
) {
  const { details, merchant, payment, orderReference: reference } = record
  const { name, legalName, taxId, supportEmail, supportPhone, termsUrl, privacyUrl } = merchant
  const { amountMinor: amount, currency } = record
  const { description, lineItems, discounts, shipping, tax } = details
  const { threeDS } = payment.processorState ?? {}
  return {
    dispute: presentDispute(dispute),
    merchant: {
      id: dispute.merchantId,
      name,
      legalName,
      taxId,
      supportEmail,
      supportPhone,
      termsUrl,
      privacyUrl,
      timeZone: timeZoneOfMerchant(merchant),
    },
    order: {
      sessionId: dispute.sessionId,
      reference,
      description,
      amount,
      currency,
      lineItems,
      discounts,
      shipping,
      tax,
    },
    payment: presentPayment(payment),
    threeDSecure: typeof threeDS === 'string' ? threeDS : null,
    history: historyOf(record),
    refunds: refunds.map((refund) => presentRefund(refund)),
  }
}

/** Events whose delivery shows that the shop knew of the order. */
const CONFIRMED: ReadonlySet<string> = new Set([
  'session.completed',
  'payment.authorized',
  'payment.succeeded',
])

function historyOf(record: EvidenceRecord): EvidenceLine[] {
  const { payment, events, openedAt, receiptSentAt, createdAt } = record
  const { authorizedAt, succeededAt } = presentPayment(payment)
  // To show a Pix code or a slip is no question of the bank.
  const asked = METHODS[payment.method].actions.includes('challenge')
    ? events.find(({ type }) => type === 'payment.requires_action')
    : undefined
  const lines = [
    { at: createdAt, kind: 'session_created' },
    { at: openedAt, kind: 'page_opened' },
    { at: payment.createdAt, kind: 'pay_pressed' },
    { at: asked?.createdAt, kind: 'bank_asked' },
    { at: authorizedAt, kind: 'authorized' },
    { at: succeededAt, kind: 'captured' },
    { at: receiptSentAt, kind: 'receipt_mailed' },
    ...events
      .filter(({ type }) => CONFIRMED.has(type))
      .map(
        ({ takenAt: at, type: eventType }) => ({ at, kind: 'shop_confirmed', eventType }) as const,
      ),
  ] as const
  return lines
    .flatMap(({ at, ...line }) =>
      at == null ? [] : [{ eventType: null, ...line, at: new Date(at).toISOString() }],
    )
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function personOf({ customer, personalDataRemovedAt }: EvidenceRecord, withPerson: boolean) {
  const personRemovedAt = personalDataRemovedAt?.toISOString() ?? null
  if (personRemovedAt !== null)
    return { person: 'removed', personRemovedAt, customer: null } as const
  if (customer === null) return { person: 'unknown', personRemovedAt, customer } as const
  return withPerson
    ? ({ person: 'given', personRemovedAt, customer } as const)
    : ({ person: 'withheld', personRemovedAt, customer: null } as const)
}
