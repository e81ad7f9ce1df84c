import type { BadDay } from './bad-days.ts'
import { after, DAY_MS, type Adyen } from './deps.ts'
import { pspReference } from './ids.ts'
import { disputeStep } from './network.ts'
import { bookedOf } from './ledger.ts'
import type { Job, Payment } from './records.ts'

interface Step {
  afterDays: number
  eventCode: string
  /** Absent where none is told, as for payments in Brazil. */
  disputeStatus?: string
  /** Which of several disputes of the payment (default: the first). */
  dispute?: number
}

const NOTIFIED: Step = {
  afterDays: 10,
  eventCode: 'NOTIFICATION_OF_CHARGEBACK',
  disputeStatus: 'Undefended',
}
const TAKEN: Step = { afterDays: 11, eventCode: 'CHARGEBACK', disputeStatus: 'Undefended' }
const DEFENDED: Step = {
  afterDays: 14,
  eventCode: 'INFORMATION_SUPPLIED',
  disputeStatus: 'Pending',
}
const WON: Step = { afterDays: 20, eventCode: 'CHARGEBACK_REVERSED', disputeStatus: 'Pending' }
const ENDED: Step = {
  afterDays: 60,
  eventCode: 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
  disputeStatus: 'Won',
}
const LOST: Step = { afterDays: 40, eventCode: 'SECOND_CHARGEBACK', disputeStatus: 'Lost' }

/** The steps of a dispute, by the order in which webhooks tell of them. */
const STEPS: Readonly<Record<BadDay<'dispute'>, readonly Step[]>> = {
  'whole ladder': [
    { afterDays: 5, eventCode: 'NOTIFICATION_OF_FRAUD' },
    { afterDays: 7, eventCode: 'REQUEST_FOR_INFORMATION', disputeStatus: 'Unresponded' },
    NOTIFIED,
    TAKEN,
    { afterDays: 12, eventCode: 'ISSUER_COMMENTS' },
    DEFENDED,
    WON,
    ENDED,
  ],
  'steps reordered': [WON, DEFENDED, TAKEN, NOTIFIED].map((step, index) => ({
    ...step,
    afterDays: 10 + index,
  })),
  'won then lost': [
    NOTIFIED,
    TAKEN,
    WON,
    { afterDays: 30, eventCode: 'PREARBITRATION_OPEN', disputeStatus: 'Pending' },
    LOST,
    { afterDays: 50, eventCode: 'PREARBITRATION_LOST', disputeStatus: 'Lost' },
  ],
  'two disputes': [NOTIFIED, TAKEN, WON, { ...TAKEN, afterDays: 25, dispute: 1 }],
  'in Brazil': [NOTIFIED, TAKEN, WON].map(({ afterDays, eventCode }) => ({ afterDays, eventCode })),
}

/** Plans the dispute of a payment that was captured, if its day has one. */
export function planDispute(adyen: Adyen, payment: Payment): void {
  const day = adyen.badDays.draw('dispute')
  if (day === undefined) return
  adyen.tables.payments.put(payment.pspReference, { ...payment, willBeDisputed: true })
  const value = bookedOf(adyen, payment).capturedValue
  const names = [pspReference(adyen.random), pspReference(adyen.random)]
  for (const step of STEPS[day]) {
    const dispute = { reference: names[step.dispute ?? 0] ?? '', value, eventCode: step.eventCode }
    const status = step.disputeStatus
    adyen.tables.jobs.put(pspReference(adyen.random), {
      at: after(adyen.clock(), step.afterDays * DAY_MS),
      kind: 'dispute',
      pspReference: payment.pspReference,
      dispute: { ...dispute, ...(status !== undefined && { status }) },
    })
  }
}

const DEFENCE_DAYS = 18
const WITH_DEADLINE = new Set(['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK'])

/** Does a step of a planned dispute. */
export function runDispute(adyen: Adyen, payment: Payment, { dispute }: Job): void {
  if (dispute === undefined) return
  const { eventCode, reference, status, value } = dispute
  const isFraud = eventCode === 'NOTIFICATION_OF_FRAUD'
  disputeStep(adyen, payment, {
    eventCode,
    pspReference: reference,
    value,
    additionalData: isFraud
      ? { nofReasonCode: '6' }
      : {
          chargebackSchemeCode: payment.card.brand,
          chargebackReasonCode: ' 4853',
          modificationMerchantReferences: payment.reference,
          ...(status !== undefined && { disputeStatus: status }),
          ...(WITH_DEADLINE.has(eventCode) && {
            defendable: 'true',
            defensePeriodEndsAt: after(adyen.clock(), DEFENCE_DAYS * DAY_MS),
          }),
        },
  })
}
