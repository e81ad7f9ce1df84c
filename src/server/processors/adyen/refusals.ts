import type { DeclineCode } from '#contract/payment.ts'

/** Our codes, and the values of `refusalReasonCode` for each. Never its text: its case differs between sources. */
const REASON_CODES = {
  processing_error: ['0', '7', '19', '21', '40', '41'],
  issuer_unavailable: ['4', '9'],
  card_declined: ['2', '3', '15', '17', '26', '27', '32', '33', '36', '37', '43', '44', '45', '50'],
  insufficient_funds: ['12'],
  limit_exceeded: ['28', '29'],
  // With 46 the issuer wants the card tried no more.
  card_blocked: ['5', '18', '25', '46'],
  card_not_supported: ['10', '23', '34', '35'],
  expired_card: ['6'],
  incorrect_number: ['8'],
  incorrect_cvc: ['24'],
  suspected_fraud: ['14', '20', '22', '31'],
  authentication_failed: ['11', '38', '39', '42'],
  authentication_abandoned: ['16'],
} as const satisfies Partial<Record<DeclineCode, readonly string[]>>

const DECLINES: ReadonlyMap<string, DeclineCode> = new Map(
  Object.entries(REASON_CODES).flatMap(([ours, codes]) =>
    codes.map((code): [string, DeclineCode] => [code, ours as keyof typeof REASON_CODES]),
  ),
)

/** Refusals that blame the request. 7: invalid amount. */
const REQUEST_FAULTS: readonly string[] = ['7']

export function isRequestFault(refusalReasonCode: string | undefined): boolean {
  return REQUEST_FAULTS.includes(refusalReasonCode ?? '')
}

/** Why a payment was refused. An unknown reason is a decline without one. */
export function declineOf({
  resultCode,
  refusalReasonCode,
}: {
  resultCode: string
  refusalReasonCode?: string | undefined
}): DeclineCode {
  if (refusalReasonCode === undefined || refusalReasonCode === '')
    return resultCode === 'Error' ? 'processing_error' : 'card_declined'
  return DECLINES.get(refusalReasonCode) ?? 'card_declined'
}
