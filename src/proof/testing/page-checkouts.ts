import type { CheckoutPayment } from '#contract/checkout.ts'
import { cardPayment } from '#contract/openapi/example-values.ts'
import { everyField, sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import type { PageAction, PageCheckout, PagePayment } from '#contract/page.ts'
import { methodOfAction } from '#domain/methods/methods.ts'
import { actionTexts } from '#page/bff/methods/action-texts.ts'
import { pageCheckout } from '#page/bff/page-view.ts'
import type { Screen } from '#page/web/session/screen-of.ts'

/** Page views of the sample session for every screen; `paid` and `authorized` become `…-already` on a later visit. */

const LOCALE = 'pt-BR'

export const openCheckout = pageCheckout(sampleCheckout, LOCALE)

/** A card payment in its first state. */
const createdPayment = paymentOf({
  ...cardPayment,
  id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  status: 'created',
  moneyTaken: false,
  succeededAt: null,
})

function paymentOf(payment: CheckoutPayment): PagePayment {
  const shown = pageCheckout({ ...sampleCheckout, payment }, LOCALE).payment
  if (shown === null) throw new Error('the page does not show the payment')
  return shown
}

const { amount, adjustments, installments, installmentsText } = paymentOf({
  ...cardPayment,
  installments: 12,
  amount: 29_484,
  interest: 3_494,
  monthlyInterestBasisPoints: 199,
})
const paidInTwelve = { amount, adjustments, installments, installmentsText }

const { standing: heldStanding } = pageCheckout(
  {
    ...sampleCheckout,
    payment: {
      ...cardPayment,
      status: 'authorized',
      captureBefore: '2026-11-27T19:42:07.000Z',
      succeededAt: null,
    },
  },
  LOCALE,
)

const REASON = { status: 'failed', declineCode: 'insufficient_funds', retryable: true } as const
const DECLINED = {
  ...REASON,
  decline: paymentOf({ ...cardPayment, ...REASON, succeededAt: null }).decline ?? null,
}

function withPayment(payment: Partial<PagePayment>, checkout: Partial<PageCheckout> = {}) {
  return {
    ...openCheckout,
    version: 2,
    attemptsLeft: 9,
    ...checkout,
    payment: { ...createdPayment, ...payment },
  } satisfies PageCheckout
}

function withAction(action: PageAction) {
  return withPayment(
    {
      status: 'requires_action',
      method: methodOfAction(action.type),
      card: action.type === 'challenge' ? createdPayment.card : null,
      action,
    },
    { paymentStatus: 'requires_action' },
  )
}

const SUCCESS_URL =
  'https://store.example/ok?session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=complete&timestamp=1795203727&signature=v1'

const TEXTS = actionTexts('en')
const PIX_EXPIRES_AT = '2026-11-20T20:11:48.000Z'

export const pageCheckouts = {
  open: openCheckout,
  everyField: {
    ...openCheckout,
    collect: everyField,
  },
  cardOnly: { ...openCheckout, methods: ['card'], installments: null },
  noLines: { ...openCheckout, lines: [], sums: [], description: 'Annual membership' },
  declined: withPayment(DECLINED),
  challenge: withAction({
    type: 'challenge',
    url: 'https://bank.example/challenge/1',
    texts: TEXTS.challenge(),
  }),
  pix: withAction({
    type: 'pix',
    brCode:
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406259.905802BR5912Norte Livros6009Sao Paulo62290525pay0Tq4mFhZ7Rk2vXw9sLd3Ye6304A1B2',
    expiresAt: PIX_EXPIRES_AT,
    texts: TEXTS.pix({
      payee: 'Norte Livros',
      until: {
        withZone: '5:11 PM GMT-3',
        local: { text: '5:11 PM', at: PIX_EXPIRES_AT, offsetMinutes: -180, isLikely: false },
      },
    }),
  }),
  boleto: withAction({
    type: 'boleto',
    digitableLine: '23793381286008301352856000063307789840000025990',
    barcode: '23797898400000259903381260083013525600006330',
    dueDate: '2026-11-23',
    dueDateText: '23 Nov 2026',
    texts: TEXTS.boleto(),
  }),
  checking: withPayment({ status: 'unknown' }, { paymentStatus: 'processing' }),
  processing: withPayment({ status: 'processing' }, { paymentStatus: 'processing' }),
  authorized: withPayment(
    { status: 'authorized' },
    { paymentStatus: 'authorized', standing: heldStanding, successUrl: SUCCESS_URL },
  ),
  paid: withPayment(
    { status: 'succeeded', paidAtText: '20 Nov 2026, 16:42' },
    {
      status: 'complete',
      paymentStatus: 'paid',
      merchantNotified: true,
      successUrl: SUCCESS_URL,
    },
  ),
  paidInInstallments: withPayment(
    {
      status: 'succeeded',
      paidAtText: '20 Nov 2026, 16:42',
      ...paidInTwelve,
    },
    {
      status: 'complete',
      paymentStatus: 'paid',
      successUrl: SUCCESS_URL,
    },
  ),
  expired: { ...openCheckout, version: 2, status: 'expired' },
  canceled: { ...openCheckout, version: 2, status: 'canceled' },
} satisfies Record<Exclude<Screen, `${string}-already`>, PageCheckout> &
  Record<string, PageCheckout>
