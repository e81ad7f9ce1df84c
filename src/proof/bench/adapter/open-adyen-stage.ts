import { readTestCa } from '#sandbox/fakes/certificates/test-certificates.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'
import { createHttpsTransport } from '#server/processors/http/https-transport.ts'
import { signedItem, webhookOf } from '../../testing/adyen/signed-webhook.ts'
import { contextOf, SETTINGS } from '../../testing/adyen/test-account.ts'
import { KNOWN, PAYMENT, PAYMENT_ID } from '../../testing/adyen/test-payments.ts'
import { adyenAnswer } from './adyen-answer.ts'
import { answerAtOnce, stageOf, startProcessor, type AdapterStage } from './adapter-stage.ts'

/** As long as the page seals a card. */
const SEALED_LENGTH = 900

/** A card that is authorised, and captured by a second request; and the webhook that tells of the first. */
export async function openAdyenStage(opening: AsyncDisposableStack): Promise<AdapterStage> {
  const origin = await startProcessor(opening, 'adyen')
  const { calls, transport } = answerAtOnce(adyenAnswer)
  const settings = { ...SETTINGS, baseUrl: `${origin}/v72` }
  const context = contextOf({ settings, onUnknownField: () => undefined })
  const processor = createAdyen(context, { transport })
  const overTls = createHttpsTransport({ authorities: readTestCa() })
  const encryptedCard = `e30.${'x'.repeat(SEALED_LENGTH)}`
  const payment = {
    ...PAYMENT,
    method: { type: 'card', encryptedCard, installments: 1 },
  } satisfies typeof PAYMENT
  const { paymentId, amountMinor, currency } = payment

  async function payByCard() {
    const held = await processor.createPayment(payment)
    if (held.status !== 'authorized') throw new Error(`the payment is ${held.status}`)
    const { references = {}, state = {} } = held
    const capture = { paymentId, amountMinor, currency, sentAt: context.clock() }
    const captured = await processor.capturePayment?.(capture, { ...KNOWN, references, state })
    if (captured?.status !== 'captured') throw new Error(`the payment is ${captured?.status}`)
  }

  const rawBody = JSON.stringify(webhookOf([signedAuthorisation()]))
  const headers = new Headers()
  const arrival = { path: '', isCertified: false }
  return {
    ...(await stageOf(payByCard, { calls, overTls })),
    async readWebhook() {
      const read = [await processor.readNotification(rawBody, headers, arrival)].flat()
      if (read[0] === undefined || !('paymentId' in read[0])) throw new Error('it tells nothing')
    },
  }
}

function signedAuthorisation() {
  const [key = ''] = SETTINGS.hmacKeys
  const item = {
    additionalData: {
      expiryDate: '03/2030',
      authCode: '065696',
      cardSummary: '1111',
      cardHolderName: 'Ana Souza',
      issuerCountry: 'BR',
    },
    amount: { currency: 'BRL', value: 25_990 },
    eventCode: 'AUTHORISATION',
    eventDate: '2026-11-20T12:00:00+01:00',
    merchantAccountCode: SETTINGS.merchantAccount,
    merchantReference: PAYMENT_ID,
    operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    paymentMethod: 'visa',
    pspReference: 'NC6HT9CRT65ZGN82',
    reason: '065696:1111:03/2030',
    success: 'true',
  }
  return signedItem(item, key)
}
