import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import type { HttpCall, Transport } from '#server/processors/http/http.ts'
import { createHttpsTransport } from '#server/processors/http/https-transport.ts'
import { contextAtBank, newPixPayment, settingsAtBank } from '../../testing/api-pix/at-bank.ts'
import { startServerProcess } from '../stage/server-process.ts'
import { bankAnswer } from './bank-answer.ts'

export interface AdapterStage {
  /** Creates a payment at a bank that answers from memory. */
  createAtOnce: () => Promise<void>
  /** Sends the same request that creates a payment to a bank in another process. */
  call: () => Promise<void>
}

export async function openAdapterStage(opening: AsyncDisposableStack): Promise<AdapterStage> {
  const bank = await startServerProcess(new URL('serve-bank.ts', import.meta.url), {})
  opening.defer(() => bank.stop())
  const origin = bank.origin.replace('http:', 'https:')
  let last: HttpCall | undefined
  const atOnce: Transport = async (call) => {
    last = call
    return { status: 201, text: bankAnswer(call.url) }
  }
  const processor = createProcessor(
    { ...contextAtBank(origin), onUnknownField: () => undefined },
    { transport: atOnce },
  )
  const identity = settingsAtBank(origin)
  const overTls = createHttpsTransport({ identity, authorities: identity.authorities })

  async function createAtOnce() {
    const { status } = await processor.createPayment({
      ...newPixPayment(),
      description: 'Pedido 1042',
      customer: { name: 'Maria da Silva', email: 'maria@shopper.test', taxId: '11144477735' },
    })
    if (status !== 'requires_action') throw new Error(`the payment is ${status}`)
  }

  await createAtOnce()
  const request = last
  if (request === undefined) throw new Error('the adapter sent nothing')
  return {
    createAtOnce,
    async call() {
      const { status } = await overTls(request)
      if (status !== 201) throw new Error(`the bank answered with ${status}`)
    },
  }
}
