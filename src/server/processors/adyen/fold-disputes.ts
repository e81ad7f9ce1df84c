import type { DisputeStepKind } from '#contract/dispute-states.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { Fact } from './facts.ts'

const STEPS: ReadonlyMap<string, DisputeStepKind> = new Map([
  ['REQUEST_FOR_INFORMATION', 'inquiry_opened'],
  ['NOTIFICATION_OF_CHARGEBACK', 'notified'],
  ['CHARGEBACK', 'chargeback'],
  ['INFORMATION_SUPPLIED', 'evidence_supplied'],
  ['DISPUTE_DEFENSE_PERIOD_ENDED', 'period_ended'],
  ['CHARGEBACK_REVERSED', 'chargeback_reversed'],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'issuer_gave_up'],
  ['SECOND_CHARGEBACK', 'second_chargeback'],
  ['PREARBITRATION_OPEN', 'pre_arbitration_opened'],
  ['PREARBITRATION_ACCEPTED', 'pre_arbitration_accepted'],
  ['PREARBITRATION_LOST', 'pre_arbitration_lost'],
  ['PREARBITRATION_DECLINED', 'pre_arbitration_declined'],
  ['PREARBITRATION_WON', 'pre_arbitration_won'],
  ['PREARBITRATION_ISSUER_WITHDRAWN', 'pre_arbitration_withdrawn'],
  ['SCHEME_ARBITRATION', 'arbitration'],
  ['SCHEME_ARBITRATION_WON', 'arbitration_won'],
  ['SCHEME_ARBITRATION_LOST', 'arbitration_lost'],
])

/** The steps of a payment's disputes. A set: each step once, in an order of their own. All events of one dispute have its `psp`. */
export function foldDisputes(facts: readonly Fact[]): ToldDispute[] {
  const told = new Map(facts.flatMap(stepOf).map((step) => [JSON.stringify(step), step]))
  return [...told].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, step]) => step)
}

function stepOf(fact: Fact): ToldDispute[] {
  const { code, ok, psp, minor, currency } = fact
  const step = STEPS.get(code)
  if (step === undefined || !ok || minor === null || minor === 0) return []
  return [
    {
      reference: psp,
      step,
      amountMinor: minor,
      currency,
      ...(fact.said_at !== undefined && { at: fact.said_at }),
      ...(fact.said_scheme !== undefined && { network: fact.said_scheme }),
      ...(fact.said_reasonCode !== undefined && { reasonCode: fact.said_reasonCode }),
      ...(fact.said_reason !== undefined && { reason: fact.said_reason }),
      ...(fact.said_respondBy !== undefined && {
        respondBy: fact.said_respondBy,
        respondByIsProven: false,
      }),
    },
  ]
}
