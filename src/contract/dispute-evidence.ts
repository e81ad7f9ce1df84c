import { z } from 'zod'
import { Dispute } from './dispute.ts'
import { Environment } from './environment.ts'
import { MerchantId, SessionId } from './ids.ts'
import type { MerchantFacts } from './merchant.ts'
import { Payment } from './payment.ts'
import { Refund } from './refund.ts'
import { Customer, LabeledAmount, LineItem } from './session.ts'
import { AmountMinor, Currency, Timestamp } from './values.ts'

/** What is known to have happened to a payment, besides its refunds and the steps of its dispute. */
const EVIDENCE_KINDS = [
  'session_created',
  'page_opened',
  'pay_pressed',
  'bank_asked',
  'authorized',
  'captured',
  'receipt_mailed',
  'shop_confirmed',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** Whether it has the customer: given, never asked for, removed after the time of retention, or not for this reader. */
const PERSON_STATES = ['given', 'unknown', 'removed', 'withheld'] as const

export interface EvidenceLine {
  at: string
  kind: EvidenceKind
  eventType: string | null
}

/** What an answer to a dispute is made of. */
export interface DisputeEvidence {
  object: 'dispute_evidence'
  madeAt: string
  environment: Environment
  dispute: Dispute
  merchant: MerchantFacts & { id: string; name: string; timeZone: string }
  order: {
    sessionId: string
    reference: string | null
    description: string | null
    amount: number
    currency: string
    lineItems: LineItem[]
    discounts: LabeledAmount[]
    shipping: LabeledAmount | null
    tax: LabeledAmount | null
  }
  payment: Payment
  threeDSecure: string | null
  history: EvidenceLine[]
  refunds: Refund[]
  person: (typeof PERSON_STATES)[number]
  personRemovedAt: string | null
  customer: Customer | null
}

const Text = z.string().nullable()

// Named, because the package's declarations would repeat an inferred type.
export interface DisputeEvidenceSchema extends z.ZodType<DisputeEvidence, DisputeEvidence> {}
export const DisputeEvidence: DisputeEvidenceSchema = z
  .object({
    object: z.literal('dispute_evidence'),
    madeAt: Timestamp,
    environment: Environment,
    dispute: Dispute,
    merchant: z.object({
      id: MerchantId,
      name: z.string(),
      legalName: Text,
      taxId: Text,
      supportEmail: Text,
      supportPhone: Text,
      termsUrl: Text,
      privacyUrl: Text,
      timeZone: z.string(),
    }),
    order: z.object({
      sessionId: SessionId,
      reference: Text,
      description: Text,
      amount: AmountMinor,
      currency: Currency,
      lineItems: z.array(LineItem),
      discounts: z.array(LabeledAmount),
      shipping: LabeledAmount.nullable(),
      tax: LabeledAmount.nullable(),
    }),
    payment: Payment,
    threeDSecure: Text.describe(
      'As the processor states it, such as `Y`. Null where it states none.',
    ),
    history: z
      .array(
        z.object({
          at: Timestamp,
          kind: z.enum(EVIDENCE_KINDS),
          eventType: Text.describe('Of `shop_confirmed`: what your server took.'),
        }),
      )
      .describe('Oldest first. More kinds may appear.'),
    refunds: z.array(Refund),
    person: z
      .enum(PERSON_STATES)
      .describe('`removed`: the time of retention is over, and `customer` is null for good.'),
    personRemovedAt: Timestamp.nullable(),
    customer: Customer.nullable(),
  })
  .meta({ id: 'DisputeEvidence' })
