import type { ProcessorState } from '#domain/settle.ts'
import { readAmount } from './amount.ts'
import type { NotificationItem } from './messages.ts'

/** What an item proves, flat as it is stored. Members named `said_…` nobody signed: they are shown, and move no state and no money. */
export interface Fact {
  code: string
  ok: boolean
  psp: string
  orig: string
  ref: string
  /** In our minor units; null for an amount that they cannot express. */
  minor: number | null
  currency: string
  said_at?: string
  said_respondBy?: string
  said_reasonCode?: string
  said_scheme?: string
  said_autoDefended?: string
  said_reason?: string
}

const TEXT_MAX = 200
const CODE_MAX = 100
/** The reason of an authorisation has digits of the card, and comments of issuers name people. */
const WITH_REASON = /^(?:CAPTURE|REFUND|CHARGEBACK)/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

export function factOf(item: NotificationItem): Fact {
  const { additionalData = {} } = item
  const said = {
    said_at: timeOf(item.eventDate),
    said_respondBy: timeOf(additionalData.defensePeriodEndsAt),
    said_reasonCode: printable(additionalData.chargebackReasonCode, CODE_MAX),
    said_scheme: printable(additionalData.chargebackSchemeCode, CODE_MAX),
    said_autoDefended: printable(additionalData.autoDefended, CODE_MAX),
    said_reason: WITH_REASON.test(item.eventCode) ? printable(item.reason, TEXT_MAX) : undefined,
  }
  return {
    code: item.eventCode,
    ok: item.success,
    psp: item.pspReference,
    orig: item.originalReference,
    ref: item.merchantReference,
    minor: readAmount(item.amount) ?? null,
    currency: item.amount.currency,
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== undefined)),
  }
}

/** The facts among what is kept of a payment's notifications; what has another form is none. */
export function factsAmong(kept: readonly ProcessorState[]): Fact[] {
  return kept.filter(isFact)
}

/** What facts prove, each once and in an order of their own: without what nobody signed. */
export function provenOnce(facts: readonly Fact[]): Fact[] {
  const proven = facts.map(({ code, ok, psp, orig, ref, minor, currency }) => {
    const fact = { code, ok, psp, orig, ref, minor, currency }
    return [JSON.stringify(fact), fact] as const
  })
  return [...new Map(proven)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, fact]) => fact)
}

/** In minor units; what they cannot express counts nothing. */
export function sumOf(facts: readonly Fact[]): number {
  return facts.reduce((sum, { minor }) => sum + (minor ?? 0), 0)
}

function isFact(kept: ProcessorState): kept is ProcessorState & Fact {
  const { code, ok, psp, orig, ref, minor, currency } = kept
  const areTexts = [code, psp, orig, ref, currency].every((value) => typeof value === 'string')
  return areTexts && typeof ok === 'boolean' && (minor === null || Number.isSafeInteger(minor))
}

function timeOf(text: unknown): string | undefined {
  const isTime = typeof text === 'string' && TIME.test(text) && !Number.isNaN(Date.parse(text))
  return isTime ? text : undefined
}

function printable(text: unknown, lengthMax: number): string | undefined {
  if (typeof text !== 'string') return undefined
  const clean = text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ').trim()
  return clean === '' ? undefined : clean.slice(0, lengthMax).toWellFormed()
}
