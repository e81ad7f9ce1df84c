import { z } from 'zod'
import type { DeclineCode } from '#contract/payment.ts'
import type { HttpAnswer } from '../http/http.ts'
import { parseJson } from '../parse-json.ts'

export type Body = Readonly<Record<string, unknown>>

/**
 * The result of a request. `done`: Adyen has carried it out. `refused`: Adyen has rejected its content. `not_allowed`: Adyen has
 * rejected the credential, and not read the content. `open`: the answer does not tell.
 */
export type Answer =
  | { kind: 'done'; body: Body }
  | { kind: 'refused'; errorCode: string; described: string }
  | { kind: 'not_allowed'; described: string }
  | { kind: 'open'; described: string; isTransient: boolean }

/** `ServiceError` of CheckoutService-v72. Its message is left: it may quote what was sent. */
export const ServiceError = z.object({
  errorCode: z
    .union([z.string(), z.int().transform(String)])
    .optional()
    .catch(undefined),
  pspReference: z.string().optional().catch(undefined),
})
const CODE = /^[A-Za-z0-9_.-]{1,20}$/
const PSP_REFERENCE = /^[A-Z0-9]{16}$/

/** "request already processed or in progress", with 409 or 422. */
const IN_PROGRESS = '704'
/** The merchant account is another one, or the credential lacks a role. */
const NOT_ALLOWED: readonly string[] = ['901', '010']
const REFUSALS: readonly number[] = [400, 403, 422]
const UNAUTHORIZED = 401
const FORBIDDEN = 403
const NOT_FOUND = 404

/** Decides by status and code alone: the texts of errors change. */
export function readAnswer({ status, text, headers = {} }: HttpAnswer): Answer {
  const body = parseObject(text)
  if (status >= 200 && status <= 299 && body !== undefined) return { kind: 'done', body }
  const error = ServiceError.parse(body ?? {})
  const errorCode = CODE.test(error.errorCode ?? '') ? error.errorCode : undefined
  const described = describe(status, errorCode, error.pspReference)
  // A page that is not found may be that of a proxy, which says nothing of a request that went another way before.
  const isMissing = status === NOT_FOUND && (text === '' || body !== undefined)
  if (status === UNAUTHORIZED || isMissing) return { kind: 'not_allowed', described }
  if (status === FORBIDDEN && (errorCode === undefined || NOT_ALLOWED.includes(errorCode)))
    return { kind: 'not_allowed', described }
  if (REFUSALS.includes(status) && errorCode !== undefined && errorCode !== IN_PROGRESS)
    return { kind: 'refused', errorCode, described }
  return { kind: 'open', described, isTransient: headers['transient-error'] === 'true' }
}

/** Faults of the card that Adyen's API refuses before an issuer sees it; 129 and 140 are believed, and not seen. */
const CARD_FAULTS: ReadonlyMap<string, DeclineCode> = new Map([
  ['101', 'incorrect_number'],
  ['103', 'incorrect_cvc'],
  ['129', 'expired_card'],
  ['140', 'incorrect_number'],
])

/** The decline that a refusal of a new payment is; undefined where the request itself is at fault. */
export function cardFault(errorCode: string): DeclineCode | undefined {
  return CARD_FAULTS.get(errorCode)
}

function describe(status: number, errorCode?: string, pspReference = ''): string {
  const reference = PSP_REFERENCE.test(pspReference) ? `(${pspReference})` : ''
  return [status, errorCode, reference].filter(Boolean).join(' ')
}

function parseObject(text: string): Body | undefined {
  return z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data
}
