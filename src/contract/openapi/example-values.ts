import type { CardEncryptionKey, CardSeal, Checkout, CheckoutPayment } from '../checkout.ts'
import type { DisputeEvidence } from '../dispute-evidence.ts'
import type { Dispute } from '../dispute.ts'
import type { Event, Notification } from '../event.ts'
import type { Payment } from '../payment.ts'
import type { Refund } from '../refund.ts'
import type { Clock } from '../sandbox-clock.ts'
import type { SignedNotification } from '../sandbox-notifications.ts'
import type { Session } from '../session.ts'

const CREATED_AT = '2026-11-20T16:42:07.311Z'
const PAID_AT = '2026-11-20T16:43:18.902Z'
const CAPTURE_BEFORE = '2026-11-27T16:43:18.902Z'
const EXPIRES_AT = '2026-11-21T16:42:07.311Z'
const CHECKOUT_URL = 'https://pay.store.example'

const SESSION_ID = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const PAYMENT_ID = 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'

const order = {
  currency: 'BRL',
  amount: 25990,
  amountRefunded: 0,
  lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12995, description: 'M, azul' }],
  discounts: [],
  shipping: { label: 'Sedex', amount: 0 },
  tax: null,
  orderReference: 'A-1001',
  description: 'Pedido A-1001',
  customer: { email: 'ana@mail.example', name: 'Ana Souza' },
  locale: 'pt-BR',
} satisfies Partial<Session>

export const openSession: Session = {
  id: SESSION_ID,
  object: 'session',
  environment: 'sandbox',
  merchantId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
  status: 'open',
  paymentStatus: 'unpaid',
  url: `${CHECKOUT_URL}/c/5hJq2LwXz8RtVn0KbYc7MdF3GsPa9Te1U`,
  ...order,
  captureMethod: 'automatic',
  amountAuthorized: 0,
  captureBefore: null,
  amountCaptured: 0,
  amountReversed: 0,
  amountReinstated: 0,
  amountRefundPending: 0,
  amountOwed: 0,
  paymentMethods: ['card', 'pix', 'boleto'],
  paymentMethodDiscounts: { pix: { basisPoints: 500 } },
  successUrl: 'https://store.example/ok?s={SESSION_ID}',
  cancelUrl: 'https://store.example/cart',
  expiresAt: EXPIRES_AT,
  createdAt: CREATED_AT,
  completedAt: null,
  canceledAt: null,
  cancellationReason: null,
  paidLate: false,
  payment: null,
  attempts: 0,
  metadata: { cart: '77' },
  version: 1,
}

export const succeededPayment: Payment = {
  id: PAYMENT_ID,
  object: 'payment',
  status: 'succeeded',
  method: 'card',
  amount: 25990,
  currency: 'BRL',
  amountCaptured: 25990,
  currencyCaptured: 'BRL',
  amountReversed: 0,
  amountAuthorized: 0,
  authorizedAt: null,
  captureBefore: null,
  capture: null,
  voidReason: null,
  amountReinstated: 0,
  installments: 1,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  late: false,
  createdAt: '2026-11-20T16:43:17.480Z',
  succeededAt: PAID_AT,
  interest: 0,
  discount: 0,
  processorReference: 'sim_7Xk2vQ9sLd3YeTq4',
  authorizationCode: '481516',
  endToEndId: null,
  txid: null,
  boletoNumber: null,
  paidAt: null,
  payeeName: null,
}

export const paidSession: Session = {
  ...openSession,
  status: 'complete',
  paymentStatus: 'paid',
  amountCaptured: 25990,
  completedAt: PAID_AT,
  payment: succeededPayment,
  attempts: 1,
  version: 4,
}

/** A hold for a session with manual capture. */
export const authorizedPayment: Payment = {
  ...succeededPayment,
  status: 'authorized',
  amountCaptured: 0,
  amountAuthorized: 25990,
  authorizedAt: PAID_AT,
  captureBefore: CAPTURE_BEFORE,
  succeededAt: null,
}

export const authorizedSession: Session = {
  ...openSession,
  paymentStatus: 'authorized',
  captureMethod: 'manual',
  paymentMethods: ['card'],
  paymentMethodDiscounts: {},
  amountAuthorized: 25990,
  captureBefore: CAPTURE_BEFORE,
  payment: authorizedPayment,
  attempts: 1,
  version: 3,
}

/** A capture in part that the processor has not answered yet. */
export const capturingSession: Session = {
  ...authorizedSession,
  payment: {
    ...authorizedPayment,
    capture: {
      amount: 20000,
      status: 'pending',
      requestedAt: '2026-11-22T09:05:44.120Z',
      failedAt: null,
    },
  },
  version: 4,
}

const CAPTURED_AT = '2026-11-22T09:05:45.730Z'
export const capturedSession: Session = {
  ...authorizedSession,
  status: 'complete',
  paymentStatus: 'paid',
  amountAuthorized: 0,
  captureBefore: null,
  amountCaptured: 20000,
  completedAt: CAPTURED_AT,
  payment: {
    ...authorizedPayment,
    status: 'succeeded',
    amountCaptured: 20000,
    captureBefore: null,
    succeededAt: CAPTURED_AT,
  },
  version: 5,
}

export const voidedPayment: Payment = {
  ...authorizedPayment,
  status: 'voided',
  captureBefore: null,
  voidReason: 'requested',
}

export const voidedSession: Session = {
  ...authorizedSession,
  status: 'canceled',
  paymentStatus: 'unpaid',
  amountAuthorized: 0,
  captureBefore: null,
  canceledAt: '2026-11-22T09:05:44.120Z',
  cancellationReason: 'stay canceled',
  payment: voidedPayment,
  version: 5,
}

export const canceledSession: Session = {
  ...openSession,
  status: 'canceled',
  canceledAt: PAID_AT,
  cancellationReason: 'sold out',
  version: 2,
}

export const pendingRefund: Refund = {
  id: 're_0Tq5aR3kU9Xe1vBm4cNf7D',
  object: 'refund',
  sessionId: SESSION_ID,
  paymentId: PAYMENT_ID,
  status: 'pending',
  amount: 5000,
  currency: 'BRL',
  reason: 'one item is missing',
  createdAt: '2026-11-22T09:05:44.120Z',
  reversedAt: null,
}

export const openDispute: Dispute = {
  id: 'dp_0Tq7gLh2RkX5wZs9vMd3Yc',
  object: 'dispute',
  merchantId: openSession.merchantId,
  sessionId: SESSION_ID,
  paymentId: PAYMENT_ID,
  status: 'needs_response',
  stage: 'chargeback',
  amount: 25990,
  currency: 'BRL',
  network: 'mc',
  reasonCode: '4853',
  reason: 'Cardholder Dispute',
  respondBy: '2026-12-31T02:03:07.000Z',
  respondByIsProven: false,
  processorReference: '9915555555555555',
  openedAt: '2026-12-10T08:30:00.000Z',
  closedAt: null,
  createdAt: '2026-12-10T08:30:02.415Z',
  steps: [
    { kind: 'notified', at: '2026-12-10T08:30:00.000Z' },
    { kind: 'chargeback', at: '2026-12-11T01:12:40.000Z' },
  ],
}

export const disputeEvidence: DisputeEvidence = {
  object: 'dispute_evidence',
  madeAt: '2026-12-12T09:00:00.000Z',
  environment: 'sandbox',
  dispute: openDispute,
  merchant: {
    id: openSession.merchantId,
    name: 'Norte Livros',
    legalName: 'Norte Livros Ltda',
    taxId: '12345678000195',
    supportEmail: 'ajuda@store.example',
    supportPhone: '+559130040000',
    termsUrl: 'https://store.example/termos',
    privacyUrl: null,
    timeZone: 'America/Sao_Paulo',
  },
  order: {
    sessionId: SESSION_ID,
    reference: openSession.orderReference,
    description: openSession.description,
    amount: openSession.amount,
    currency: openSession.currency,
    lineItems: openSession.lineItems,
    discounts: openSession.discounts,
    shipping: openSession.shipping,
    tax: openSession.tax,
  },
  payment: { ...succeededPayment, amountReversed: 25990 },
  threeDSecure: null,
  history: [
    { at: openSession.createdAt, kind: 'session_created', eventType: null },
    { at: succeededPayment.createdAt, kind: 'pay_pressed', eventType: null },
    { at: PAID_AT, kind: 'captured', eventType: null },
    { at: PAID_AT, kind: 'shop_confirmed', eventType: 'session.completed' },
  ],
  refunds: [],
  person: 'given',
  personRemovedAt: null,
  customer: openSession.customer,
}

export const completedNotification: Notification = {
  id: 'evt_0Tq4n2Zs6Hd0rLk8wVy5Bp',
  type: 'session.completed',
  timestamp: PAID_AT,
  environment: 'sandbox',
  sequence: 2,
  data: { session: paidSession, payment: succeededPayment },
}

export const completedEvent: Event = {
  id: completedNotification.id,
  object: 'event',
  type: completedNotification.type,
  sessionId: SESSION_ID,
  createdAt: completedNotification.timestamp,
  notification: completedNotification,
  deliveries: [
    {
      id: 'dlv_0Tq4n2Zs9Kf3tMq7xWz1Cr',
      object: 'delivery',
      url: 'https://store.example/checkout-callback',
      status: 'succeeded',
      createdAt: PAID_AT,
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          startedAt: '2026-11-20T16:43:18.914Z',
          durationMs: 87,
          statusCode: 204,
          error: null,
          responseExcerpt: '',
          requestHeaders: {
            'user-agent': 'HostedCheckout/1',
            'content-type': 'application/json',
            'webhook-id': completedNotification.id,
            'webhook-timestamp': '1795192998',
            'webhook-signature': 'v1,3d9lQyC1mT0pNaVb8sXkWqRjZtE5fHgU2oPiLwMxYc4=',
          },
        },
      ],
    },
  ],
}

export const signedNotification: SignedNotification = {
  id: completedNotification.id,
  type: completedNotification.type,
  sessionId: SESSION_ID,
  createdAt: completedNotification.timestamp,
  headers: {
    'webhook-id': completedNotification.id,
    'webhook-timestamp': '1795192999',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  body: JSON.stringify(completedNotification),
}

export const cardEncryptionKey: CardEncryptionKey = {
  kid: 'sandbox-1',
  kty: 'RSA',
  n: 'xjlCRBqkOYr5h3Vd0WgXb1cTzE8uNn2qLkPfJmS7aQyRwUoIvGtHsZeDxCfVbA',
  e: 'AQAB',
}

export const cardSeal: CardSeal = {
  encryptionKey: cardEncryptionKey,
  envelopeKey: {
    kid: 'pTbKPJ6i1tSZkz0Bc6CYtYf6mEEf3hC9u5xq0rO8wXk',
    kty: 'EC',
    crv: 'P-256',
    x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
    y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  },
  sessionId: openSession.id,
  merchantId: openSession.merchantId,
  currency: openSession.currency,
  plans: [{ installments: 1, amount: openSession.amount }],
}

export const frozenClock: Clock = {
  object: 'clock',
  merchantId: openSession.merchantId,
  now: '2026-11-20T18:42:07.311Z',
  frozen: true,
  offsetSeconds: 7200,
}

export const openCheckout: Checkout = {
  object: 'checkout',
  environment: 'sandbox',
  version: 1,
  now: '2026-11-20T16:42:30.005Z',
  clockFrozen: false,
  status: 'open',
  detailsWithheld: false,
  paymentStatus: 'unpaid',
  paidLate: false,
  merchant: {
    name: 'Loja Exemplo',
    country: 'BR',
    brand: { color: '#0b5fff', logoUrl: null, radiusPx: 8 },
    legalName: 'Loja Exemplo Ltda',
    taxId: '12345678000195',
    supportEmail: 'ajuda@store.example',
    supportPhone: '+551130040000',
    termsUrl: 'https://store.example/terms',
    privacyUrl: 'https://store.example/privacy',
  },
  ...order,
  refunds: [],
  amountUndelivered: 0,
  amountReversed: 0,
  amountReinstated: 0,
  collect: {
    name: 'required',
    email: 'required',
    phone: 'hidden',
    taxId: 'optional',
    billingAddress: 'hidden',
  },
  paymentMethods: ['card', 'pix', 'boleto'],
  paymentMethodDiscounts: { pix: { basisPoints: 500, discount: 1300, total: 24690 } },
  installments: [
    {
      count: 1,
      perInstallment: 25990,
      total: 25990,
      interestFree: true,
      interest: 0,
      monthlyInterestBasisPoints: 0,
    },
    {
      count: 2,
      perInstallment: 12995,
      total: 25990,
      interestFree: true,
      interest: 0,
      monthlyInterestBasisPoints: 0,
    },
  ],
  expiresAt: EXPIRES_AT,
  payment: null,
  attemptsLeft: 10,
  cardEncryptionKey,
  challengeFrameOrigins: [],
  receiptEmail: null,
  emailsReceipts: true,
  notifiesMerchant: true,
  merchantNotified: false,
  successUrl: null,
  cancelUrl: `https://store.example/cart?session_id=${SESSION_ID}&status=open&timestamp=1795192950&signature=o9YxB2mWc6RtKq0ZsLd4VnGj8HpTfEa1UiQy5XkM7wE&signature_v2=T2bVxq7RkYc0WmJd9LsZ4nFgHp6EaUi1oQy3XtM8vKA`,
}

export const cardPayment: CheckoutPayment = {
  id: PAYMENT_ID,
  status: 'succeeded',
  method: 'card',
  amount: 25990,
  moneyTaken: true,
  installments: 1,
  interest: 0,
  discount: 0,
  monthlyInterestBasisPoints: null,
  card: succeededPayment.card,
  declineCode: null,
  retryable: false,
  action: null,
  createdAt: succeededPayment.createdAt,
  succeededAt: PAID_AT,
  paidAt: null,
  payeeName: null,
  endToEndId: null,
}

export const paidCheckout: Checkout = {
  ...openCheckout,
  version: 4,
  status: 'complete',
  paymentStatus: 'paid',
  payment: cardPayment,
  attemptsLeft: 9,
  cardEncryptionKey: null,
  receiptEmail: 'a***@example.com',
  merchantNotified: true,
  successUrl: `https://store.example/ok?s=${SESSION_ID}&session_id=${SESSION_ID}&status=complete&timestamp=1795192998&signature=m3KqZt0wXb8RyLc5VdJp2GhNs7TfAe1UoIi9QkMz4vE&signature_v2=p5WnYc1zQx7RtLb4VdKs9GmJh2TfEa6UoIi0QyMk3vQ`,
}

export const declinedCheckout: Checkout = {
  ...openCheckout,
  version: 3,
  payment: {
    ...cardPayment,
    moneyTaken: false,
    status: 'failed',
    declineCode: 'insufficient_funds',
    retryable: true,
    succeededAt: null,
  },
  attemptsLeft: 9,
}

export const pixCheckout: Checkout = {
  ...openCheckout,
  version: 3,
  paymentStatus: 'requires_action',
  payment: {
    ...cardPayment,
    moneyTaken: false,
    status: 'requires_action',
    method: 'pix',
    amount: 24690,
    discount: 1300,
    card: null,
    action: {
      type: 'pix',
      brCode:
        '00020101021226720014br.gov.bcb.pix2550pix.example/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5912Loja Exemplo6009Sao Paulo62070503***6304B6D9',
      expiresAt: '2026-11-20T17:13:17.480Z',
    },
    succeededAt: null,
    payeeName: 'Loja Exemplo Ltda',
  },
  attemptsLeft: 9,
}

export const canceledCheckout: Checkout = {
  ...openCheckout,
  version: 2,
  status: 'canceled',
  cardEncryptionKey: null,
}
