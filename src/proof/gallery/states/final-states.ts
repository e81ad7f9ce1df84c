import { NO_MERCHANT_FACTS } from '#contract/merchant.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import { ENDED_STATES, HELD_STATES, PAID_STATES } from '#sandbox/preview/states/final-states.ts'
import { paid } from '#sandbox/preview/states/payments.ts'
import { open } from './acts.ts'
import { session } from './checkouts.ts'
import { pictured } from './pictured.ts'
import type { UngroupedState } from './state.ts'

export const HELD: readonly UngroupedState[] = HELD_STATES.map(pictured)

export const PAID: readonly UngroupedState[] = [
  ...PAID_STATES.map(pictured),
  { name: 'paid-printed', title: 'Receipt on paper', session: paid(session()), printed: true },
]

export const ENDED: readonly UngroupedState[] = ENDED_STATES.map(pictured)

function branded(color: string | null, radiusPx: number | null) {
  return session({
    merchant: { ...sampleCheckout.merchant, brand: { color, logoUrl: null, radiusPx } },
  })
}

const withPictures = session({
  merchant: {
    ...NO_MERCHANT_FACTS,
    name: 'Praia',
    country: 'BR',
    brand: { color: '#0f766e', logoUrl: 'https://store.example/logo.png', radiusPx: null },
  },
  lineItems: ['Toalha de praia', 'Camisa de linho', 'Caneca esmaltada'].map((name, place) => ({
    name,
    quantity: place + 1,
    unitAmount: [13_990, 3_000, 2_000][place] ?? 0,
    imageUrl: `https://store.example/${place}.webp`,
  })),
})

/** Merchants' brands, and currencies of other countries. */
export const BRAND_STATES: readonly UngroupedState[] = [
  {
    name: 'pictures',
    title: 'A logo, and lines with pictures',
    session: withPictures,
    act: (page) => open(page, '.order'),
  },
  { name: 'brand-yellow', title: 'Yellow', session: branded('#ffd400', null) },
  { name: 'brand-dark', title: 'Almost black', session: branded('#101014', null) },
  { name: 'brand-pale', title: 'Almost white', session: branded('#f4f4f0', null) },
  { name: 'brand-square', title: 'Green, square corners', session: branded('#0a7a43', 0) },
  { name: 'brand-round', title: 'Red, round corners', session: branded('#d0021b', 20) },
  {
    name: 'money-yen',
    title: 'Yen, which have no decimals',
    session: session({ currency: 'JPY', paymentMethods: ['card'], installments: null }),
  },
  {
    name: 'money-dinar',
    title: 'Dinars, which have three decimals',
    session: session({ currency: 'KWD', paymentMethods: ['card'], installments: null }),
  },
]
