/** What the scripted processor is given, all of which a campaign controls. */
export interface Deps {
  clock: () => Date
  /** The number in an encrypted card; `undefined` when it cannot be decrypted. */
  numberOf: (encryptedCard: string) => Promise<string | undefined>
  /** Delivers a webhook; false without a 2xx. */
  notify: (webhook: { id: string; paymentId: string }) => Promise<boolean>
  /** Runs work concurrently with the call under way; false when that is not possible, and the work was not run. */
  beside: (label: string, work: () => Promise<void>) => boolean
  /** Delays a call long enough for a webhook to overtake its answer. */
  pause: () => Promise<void>
  /** Never answers, as far as the caller can see. */
  hang: () => Promise<Response>
  /** Money was captured for a payment that the caller had given up. */
  onCapturedLate: (paymentId: string) => void
}

/** An answer of the processor's HTTP API; `hanging` never comes. */
export type Answer = { status: number; body: unknown } | 'hanging'

export function ok(body: object): Answer {
  return { status: 200, body }
}

export const NOT_FOUND: Answer = { status: 404, body: { status: 'not_found' } }
export const BROKEN: Answer = { status: 500, body: { error: 'internal_error' } }
/** The simulator's answer about an undecided payment. */
export const SILENT: Answer = { status: 504, body: { error: 'answer_lost' } }

export function refusal(why: string, status = 422): Answer {
  return { status, body: { error: why } }
}
