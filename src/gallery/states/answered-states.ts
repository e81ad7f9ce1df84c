import { DECLINE_CODES, type DeclineCode } from '../../contract/payment.ts'
import { payByPixUntil, waitLong } from './acts.ts'
import { asked, boleto, challenge, declined, pixCode, session, tried } from './checkouts.ts'
import { noAnswer, refusal } from './refusals.ts'
import type { UngroupedState } from './state.ts'

const DECLINES = Object.keys(DECLINE_CODES) as DeclineCode[]

/** The press came to nothing: the form again, with the reason. */
export const DECLINED_STATES: readonly UngroupedState[] = [
  ...DECLINES.map((code) => ({
    name: `declined-${code.replaceAll('_', '-')}`,
    title: `Declined: ${code.replaceAll('_', ' ')}`,
    session: declined(code),
  })),
  {
    name: 'declined-without-reason',
    title: 'Declined for a reason that is newer than the page',
    session: declined('newer' as DeclineCode),
  },
  {
    name: 'attempts-left',
    title: 'Few attempts left',
    session: declined('card_declined', { attemptsLeft: 2 }),
  },
  {
    name: 'no-attempts-left',
    title: 'No attempts left',
    session: declined('card_declined', { attemptsLeft: 0 }),
  },
  ...(['too_many_attempts', 'rate_limited', 'validation_failed', 'newer'] as const).map((code) => ({
    name: `refused-${code.replaceAll('_', '-')}`,
    title: `Refused: ${code.replaceAll('_', ' ')}`,
    session: session(),
    answer: refusal(code === 'rate_limited' ? 429 : 409, code),
    act: (page: Parameters<typeof payByPixUntil>[0]) => payByPixUntil(page, '.notice'),
    failing: true as const,
  })),
]

/** An attempt lives, and the shopper or the bank has the next word. */
export const WAITING_STATES: readonly UngroupedState[] = [
  { name: 'challenge', title: 'Confirmation by the bank', session: asked(challenge) },
  { name: 'pix', title: 'Pix code', session: asked(pixCode) },
  {
    name: 'pix-over',
    title: 'Pix code out of time',
    session: asked({ ...pixCode, expiresAt: session().now }),
  },
  { name: 'boleto', title: 'Boleto', session: asked(boleto) },
  { name: 'boleto-printed', title: 'Boleto on paper', session: asked(boleto), printed: true },
  {
    name: 'checking',
    title: 'Checking: the processor did not answer',
    session: tried({ status: 'unknown' }, { paymentStatus: 'processing' }),
  },
  {
    name: 'checking-long',
    title: 'Checking for more than a minute',
    session: tried({ status: 'unknown' }, { paymentStatus: 'processing' }),
    act: waitLong,
  },
  {
    name: 'lost-answer',
    title: 'Checking: the answer to the press was lost',
    session: session(),
    answer: noAnswer,
    act: (page) => payByPixUntil(page, '.progress'),
    failing: true,
  },
  {
    name: 'processing',
    title: 'Being processed',
    session: tried({ status: 'processing' }, { paymentStatus: 'processing' }),
  },
]
