import { open } from './acts.ts'
import { ended, inMinutes, paid, paidInInstallments, session } from './checkouts.ts'
import { noAnswer, refusal } from './refusals.ts'
import type { UngroupedState } from './state.ts'

/** Who comes from the bank has just paid, and sees the receipt of somebody who has. */
const FRESH = 'from=challenge'

const succeeded = { status: 'succeeded', succeededAt: inMinutes(0) } as const

export const PAID_STATES: readonly UngroupedState[] = [
  { name: 'paid', title: 'Paid', session: paid(), search: FRESH },
  {
    name: 'paid-telling',
    title: 'Paid, the shop is being told',
    session: paid({ merchantNotified: false }),
    search: FRESH,
  },
  {
    name: 'paid-in-installments',
    title: 'Paid in installments',
    session: paidInInstallments,
    search: FRESH,
  },
  {
    name: 'paid-pix',
    title: 'Paid by Pix, no way back given',
    session: paid({ successUrl: null }, { method: 'pix', card: null }),
    search: FRESH,
  },
  { name: 'paid-already', title: 'Paid already', session: paid() },
  { name: 'paid-printed', title: 'Receipt on paper', session: paid(), printed: true },
  {
    name: 'refunded',
    title: 'Refunded',
    session: paid({ paymentStatus: 'refunded', amountRefunded: 25_990 }),
  },
  {
    name: 'partially-refunded',
    title: 'Refunded in part',
    session: paid({ paymentStatus: 'partially_refunded', amountRefunded: 6_000 }),
  },
]

export const ENDED_STATES: readonly UngroupedState[] = [
  { name: 'expired', title: 'Expired', session: ended('expired') },
  { name: 'canceled', title: 'Canceled', session: ended('canceled') },
  {
    name: 'expired-no-way-back',
    title: 'Expired, no way back given',
    session: ended('expired', { cancelUrl: null }),
  },
  {
    name: 'late-money',
    title: 'Expired, and the money came late',
    session: ended('expired', { paymentStatus: 'paid', paidLate: true }, succeeded),
  },
  {
    name: 'late-money-returned',
    title: 'Canceled, and the late money went back',
    session: ended('canceled', { paymentStatus: 'refunded', paidLate: true }, succeeded),
  },
  {
    name: 'not-found',
    title: 'Not found',
    session: refusal(404, 'not_found'),
    failing: true,
  },
  { name: 'unavailable', title: 'Unavailable', session: noAnswer, failing: true },
]

function branded(color: string | null, radiusPx: number | null) {
  return session({
    merchant: { name: 'Norte Livros', country: 'BR', brand: { color, logoUrl: null, radiusPx } },
  })
}

const pictured = session({
  merchant: {
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

/** The looks of merchants, and money of other countries. */
export const BRAND_STATES: readonly UngroupedState[] = [
  {
    name: 'pictures',
    title: 'A logo, and lines with pictures',
    session: pictured,
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
