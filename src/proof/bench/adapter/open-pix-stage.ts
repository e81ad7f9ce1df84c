import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import { createHttpsTransport } from '#server/processors/http/https-transport.ts'
import { contextAtBank, newPixPayment, settingsAtBank } from '../../testing/api-pix/at-bank.ts'
import { answerAtOnce, stageOf, startProcessor, type AdapterStage } from './adapter-stage.ts'
import { bankAnswer } from './bank-answer.ts'

/** A payment by Pix: one request, by mutual TLS. */
export async function openPixStage(opening: AsyncDisposableStack): Promise<AdapterStage> {
  const origin = await startProcessor(opening, 'bank')
  const { calls, transport } = answerAtOnce(bankAnswer)
  const context = { ...contextAtBank(origin), onUnknownField: () => undefined }
  const processor = createProcessor(context, { transport })
  const identity = settingsAtBank(origin)
  const overTls = createHttpsTransport({ identity, authorities: identity.authorities })

  async function createPix() {
    const { status } = await processor.createPayment({
      ...newPixPayment(),
      description: 'Pedido 1042',
      customer: { name: 'Maria da Silva', email: 'maria@shopper.test', taxId: '11144477735' },
    })
    if (status !== 'requires_action') throw new Error(`the payment is ${status}`)
  }

  // The token is asked for once, and is no request of a payment.
  await createPix()
  return stageOf(createPix, { calls, overTls })
}
