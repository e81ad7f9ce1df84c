import type { PageAction, PageCheckout, PageMoney, PagePayment } from '../../contract/page.ts'

/** The page's view of a session in every state that it can show: for tests, and to look at. */

const NBSP = '\u00a0'

function brl(minor: number): PageMoney {
  const [reais, cents] = (minor / 100).toFixed(2).split('.')
  const grouped = String(reais).replace(/\B(?=(\d{3})+$)/g, '.')
  return { minor, currency: 'BRL', text: `R$${NBSP}${grouped},${String(cents)}` }
}

const AMOUNT = brl(25_990)

export const openCheckout: PageCheckout = {
  version: 1,
  now: '2026-11-20T19:42:07.000Z',
  clockFrozen: false,
  status: 'open',
  detailsWithheld: false,
  paymentStatus: 'unpaid',
  paidLate: false,
  merchant: {
    name: 'Norte Livros',
    country: 'BR',
    hasLogo: false,
    brandColor: null,
    radiusPx: null,
  },
  amount: AMOUNT,
  lines: [
    {
      name: 'Grande Sertão: Veredas',
      description: 'Hardcover',
      quantity: 1,
      hasImage: false,
      total: brl(13_990),
    },
    {
      name: 'A Hora da Estrela',
      description: 'Paperback',
      quantity: 2,
      hasImage: false,
      total: brl(12_000),
    },
  ],
  sums: [
    { kind: 'subtotal', label: null, amount: AMOUNT },
    { kind: 'shipping', label: 'PAC, 5 to 8 days', amount: brl(0) },
  ],
  orderReference: 'A-1001',
  description: null,
  methods: ['card', 'pix', 'boleto'],
  installments: [
    { count: 1, perInstallment: AMOUNT, total: AMOUNT, interestFree: true },
    { count: 2, perInstallment: brl(12_995), total: AMOUNT, interestFree: true },
    { count: 3, perInstallment: brl(8_664), total: AMOUNT, interestFree: true },
    { count: 12, perInstallment: brl(2_456), total: brl(29_472), interestFree: false },
  ],
  collect: {
    name: 'hidden',
    email: 'required',
    phone: 'hidden',
    taxId: 'hidden',
    billingAddress: 'hidden',
  },
  customer: { name: null, email: null, phone: null, taxId: null, billingAddress: null },
  expiresAt: '2026-11-21T19:42:07.000Z',
  payment: null,
  attemptsLeft: 10,
  merchantNotified: false,
  receiptEmail: null,
  successUrl: null,
  cancelUrl: 'https://store.example/cart?session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=open',
}

const cardPayment: PagePayment = {
  id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  status: 'created',
  method: 'card',
  amount: AMOUNT,
  installments: 1,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  action: null,
  paidAtText: null,
}

function withPayment(payment: Partial<PagePayment>, checkout: Partial<PageCheckout> = {}) {
  return {
    ...openCheckout,
    version: 2,
    attemptsLeft: 9,
    ...checkout,
    payment: { ...cardPayment, ...payment },
  } satisfies PageCheckout
}

function withAction(action: PageAction) {
  return withPayment(
    {
      status: 'requires_action',
      method: action.type === 'challenge' ? 'card' : action.type,
      card: action.type === 'challenge' ? cardPayment.card : null,
      action,
    },
    { paymentStatus: 'requires_action' },
  )
}

const SUCCESS_URL =
  'https://store.example/ok?session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=complete&timestamp=1795203727&signature=v1'

export const pageCheckouts = {
  open: openCheckout,
  everyField: {
    ...openCheckout,
    collect: {
      name: 'required',
      email: 'required',
      phone: 'optional',
      taxId: 'required',
      billingAddress: 'required',
    },
  },
  cardOnly: { ...openCheckout, methods: ['card'], installments: null },
  noLines: { ...openCheckout, lines: [], sums: [], description: 'Annual membership' },
  declined: withPayment({ status: 'failed', declineCode: 'insufficient_funds', retryable: true }),
  challenge: withAction({ type: 'challenge', url: 'https://bank.example/challenge/1' }),
  pix: withAction({
    type: 'pix',
    brCode:
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406259.905802BR5912Norte Livros6009Sao Paulo62290525pay0Tq4mFhZ7Rk2vXw9sLd3Ye6304A1B2',
    expiresAt: '2026-11-20T20:11:48.000Z',
  }),
  boleto: withAction({
    type: 'boleto',
    digitableLine: '23793381286008301352856000063307789840000025990',
    barcode: '23797898400000259903381260083013525600006330',
    dueDate: '2026-11-23',
    dueDateText: '23 Nov 2026',
  }),
  checking: withPayment({ status: 'unknown' }, { paymentStatus: 'processing' }),
  processing: withPayment({ status: 'processing' }, { paymentStatus: 'processing' }),
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
      installments: 12,
      amount: brl(29_472),
    },
    {
      status: 'complete',
      paymentStatus: 'paid',
      successUrl: SUCCESS_URL,
    },
  ),
  expired: { ...openCheckout, version: 2, status: 'expired' },
  canceled: { ...openCheckout, version: 2, status: 'canceled' },
} satisfies Record<string, PageCheckout>
