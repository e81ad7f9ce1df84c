import type { z } from 'zod'
import type { OPERATIONS, OperationId } from '../operations.ts'
import {
  canceledCheckout,
  canceledSession,
  capturedSession,
  capturingSession,
  cardEncryptionKey,
  cardSeal,
  completedEvent,
  declinedCheckout,
  disputeEvidence,
  frozenClock,
  signedNotification,
  openCheckout,
  openDispute,
  openSession,
  paidCheckout,
  paidSession,
  pendingRefund,
  pixCheckout,
  succeededPayment,
  voidedSession,
} from './example-values.ts'

type BodyOf<Operation> = Operation extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : never

interface OperationExamples<Id extends OperationId> {
  requests?: Record<string, BodyOf<(typeof OPERATIONS)[Id]>>
  answers: Record<string, z.input<(typeof OPERATIONS)[Id]['answer']>>
}

const customer = { email: 'ana@mail.example', name: 'Ana Souza', taxId: '111.444.777-35' }

/** Example requests and responses of each operation, by scenario. */
export const EXAMPLES: { [Id in OperationId]: OperationExamples<Id> } = {
  readHealth: { answers: { running: { status: 'ok', environment: 'sandbox' } } },
  createSession: {
    requests: {
      order: {
        merchantId: openSession.merchantId,
        currency: 'BRL',
        lineItems: openSession.lineItems,
        shipping: { label: 'Sedex', amount: 0 },
        orderReference: 'A-1001',
        description: 'Pedido A-1001',
        customer: { email: 'ana@mail.example', name: 'Ana Souza' },
        collect: { name: 'required', taxId: 'optional' },
        locale: 'pt-BR',
        paymentMethodDiscounts: { pix: { basisPoints: 500 } },
        installments: { max: 12, minimumPerInstallment: 1000, interestFree: 3 },
        successUrl: 'https://store.example/ok?s={SESSION_ID}',
        cancelUrl: 'https://store.example/cart',
        metadata: { cart: '77' },
      },
      hold: {
        merchantId: openSession.merchantId,
        amount: 25990,
        currency: 'BRL',
        captureMethod: 'manual',
      },
      amountOnly: { merchantId: openSession.merchantId, amount: 25990, currency: 'BRL' },
    },
    answers: { open: openSession },
  },
  listSessions: {
    answers: { page: { object: 'list', data: [paidSession, openSession], hasMore: false } },
  },
  readSession: { answers: { paid: paidSession, open: openSession } },
  cancelSession: {
    requests: { withReason: { reason: 'sold out' } },
    answers: { canceled: canceledSession },
  },
  captureSession: {
    requests: { partial: { amount: 20000 }, full: {} },
    answers: { captured: capturedSession, pending: capturingSession },
  },
  voidSession: {
    requests: { withReason: { reason: 'stay canceled' } },
    answers: { voided: voidedSession },
  },
  createRefund: {
    requests: {
      partial: { amount: 5000, reason: 'one item is missing' },
      full: {},
      owed: { paymentId: succeededPayment.id },
    },
    answers: { pending: pendingRefund },
  },
  listPayments: { answers: { paid: { object: 'list', data: [succeededPayment], hasMore: false } } },
  listRefunds: { answers: { page: { object: 'list', data: [pendingRefund], hasMore: false } } },
  readRefund: { answers: { pending: pendingRefund } },
  listDisputes: { answers: { page: { object: 'list', data: [openDispute], hasMore: false } } },
  readDispute: { answers: { open: openDispute } },
  readDisputeEvidence: { answers: { open: disputeEvidence } },
  listSessionDisputes: {
    answers: { page: { object: 'list', data: [openDispute], hasMore: false } },
  },
  listEvents: { answers: { page: { object: 'list', data: [completedEvent], hasMore: false } } },
  readEvent: { answers: { delivered: completedEvent } },
  replayEvent: { answers: { delivered: completedEvent } },
  readCardEncryptionKey: { answers: { key: cardEncryptionKey } },
  listCheckoutChanges: {
    answers: {
      changed: {
        object: 'list',
        data: [{ topic: openSession.id, version: 2 }],
        cursor: '0b1d7e2c 0 412 cs_0Rk8 2',
        complete: true,
      },
    },
  },
  readCheckout: { answers: { open: openCheckout, paid: paidCheckout } },
  readCardSeal: { answers: { seal: cardSeal } },
  createPayment: {
    requests: {
      card: {
        method: 'card',
        card: {
          encrypted:
            'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.OKOawDo13gRp2ojaHV7L.48V1_ALb6US04U3b.5eym8TW_c8SuK0lt.XFBoMYUZodetZdvT',
          brand: 'visa',
          lastFour: '4242',
        },
        installments: 2,
        customer,
      },
      pix: { method: 'pix', customer },
    },
    answers: { paid: paidCheckout, declined: declinedCheckout, pix: pixCheckout },
  },
  completeAction: { answers: { paid: paidCheckout } },
  cancelCheckout: { answers: { canceled: canceledCheckout } },
  readImage: { answers: {} },
  simulateSession: {
    requests: {
      pay: { outcome: 'pay' },
      decline: { outcome: 'decline', declineCode: 'insufficient_funds' },
    },
    answers: { paid: paidSession },
  },
  simulateCheckout: { requests: { pay: { outcome: 'pay' } }, answers: { paid: paidCheckout } },
  listNotifications: {
    answers: {
      happened: { object: 'list', data: [signedNotification], cursor: 'Nzg1Ojc4NTo' },
    },
  },
  readClock: { answers: { frozen: frozenClock } },
  setClock: {
    requests: {
      freeze: { action: 'freeze' },
      advance: { action: 'advance', by: '2h' },
      advanceTo: { action: 'advance', to: frozenClock.now },
      resume: { action: 'resume' },
    },
    answers: { frozen: frozenClock },
  },
}
