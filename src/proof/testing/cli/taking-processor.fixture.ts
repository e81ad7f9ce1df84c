import { generateKeyPairSync } from 'node:crypto'
import { boleto } from '#domain/methods/boleto/boleto.ts'
import { brCode } from '#domain/methods/pix/br-code.ts'
import type { Processor, ProcessorOutcome, ProcessorPayment } from '#server/processors/processor.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const NOT_MADE = { status: 'not_found' } as const

/** Value of PROCESSOR: accepts every card at once, and a Pix or boleto when a notification reports its payment. */
export function createProcessor(): Processor {
  const payments = new Map<string, ProcessorPayment>()
  const paid = new Set<string>()

  function outcomeOf(payment: ProcessorPayment): ProcessorOutcome {
    const { paymentId, amountMinor, currency, method } = payment
    if (method.type === 'card' || paid.has(paymentId))
      return { status: 'succeeded', capturedMinor: amountMinor, currency }
    return { status: 'requires_action', action: actionOf(payment) }
  }

  return {
    name: 'taking',
    cardEncryptionKey: async () => ({ kid: 'taking', kty: 'RSA', n, e }),
    async createPayment(payment) {
      payments.set(payment.paymentId, payment)
      return outcomeOf(payment)
    },
    async inquire(paymentId) {
      const payment = payments.get(paymentId)
      return payment === undefined ? NOT_MADE : outcomeOf(payment)
    },
    cancelPayment: async () => ({ status: 'failed', declineCode: 'replaced' }),
    createRefund: async () => ({ status: 'succeeded' }),
    inquireRefund: async () => NOT_MADE,
    async readNotification(rawBody) {
      const notification = JSON.parse(rawBody) as { notificationId: string; paymentId: string }
      paid.add(notification.paymentId)
      return notification
    },
  }
}

function actionOf({ paymentId, amountMinor, merchantName, method }: ProcessorPayment) {
  if (method.type === 'boleto') {
    const { dueDate } = method
    const freeField = '0'.repeat(25)
    return {
      type: 'boleto' as const,
      ...boleto({ bankCode: '999', amountMinor, dueDate, freeField }),
      dueDate,
    }
  }
  if (method.type !== 'pix') throw new Error('a card needs no action')
  const url = `pix.example/qr/v2/${paymentId}`
  return {
    type: 'pix' as const,
    brCode: brCode({ url, merchantName, merchantCity: 'SAO PAULO' }),
    expiresAt: method.expiresAt.toISOString(),
  }
}
