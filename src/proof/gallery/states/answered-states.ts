import { boletoSlip } from '#sandbox/preview/states/methods/actions.ts'
import { awaitingAction, withPayment } from '#sandbox/preview/states/payments.ts'
import {
  DECLINED_STATES,
  LOST_RESPONSE,
  REFUSED_STATES,
} from '#sandbox/preview/states/declined-states.ts'
import { ACTION_GROUPS } from '#sandbox/preview/states/methods/methods.ts'
import { CHECKING_STATES } from '#sandbox/preview/states/waiting-states.ts'
import { payByPixUntil, waitLong } from './acts.ts'
import { CHALLENGED, openBank, openSilentBank } from './bank.ts'
import { session } from './checkouts.ts'
import { pictured, picturedPress } from './pictured.ts'
import type { UngroupedState } from './state.ts'

/** A declined payment: the form again, with the reason. */
export const DECLINED: readonly UngroupedState[] = [
  ...DECLINED_STATES.map(pictured),
  ...REFUSED_STATES.map((state) => picturedPress(state, (page) => payByPixUntil(page, '.notice'))),
]

/** A live payment that waits for the shopper or the bank. */
export const WAITING: readonly UngroupedState[] = [
  ...ACTION_GROUPS.flatMap(({ states }) => states).map(pictured),
  {
    name: 'challenge-dialog',
    title: 'Confirmation by the bank, over the page',
    session: CHALLENGED,
    act: openBank,
  },
  {
    name: 'challenge-dialog-silent',
    title: 'The bank shows nothing in its dialog',
    session: CHALLENGED,
    act: openSilentBank,
  },
  {
    name: 'boleto-printed',
    title: 'Boleto on paper',
    session: awaitingAction(session(), boletoSlip(session())),
    printed: true,
  },
  ...CHECKING_STATES.map(pictured),
  {
    name: 'checking-long',
    title: 'Checking for more than a minute',
    session: withPayment(session(), { status: 'unknown' }, { paymentStatus: 'processing' }),
    act: waitLong,
  },
  picturedPress(LOST_RESPONSE, (page) => payByPixUntil(page, '.progress')),
]
