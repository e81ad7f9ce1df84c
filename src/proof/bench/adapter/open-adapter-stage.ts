import { randomBytes } from 'node:crypto'
import { newId } from '#domain/id.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import type { HttpCall, Transport } from '#server/processors/api-pix/http.ts'
import { createHttpsTransport } from '#server/processors/api-pix/https-transport.ts'
import { contextAtBank } from '../../testing/api-pix/at-bank.ts'
import { startServerProcess } from '../stage/server-process.ts'
import { bankAnswer } from './bank-answer.ts'

export interface AdapterStage {
  /** Creates a payment at a bank that answers from memory. */
  createAtOnce: () => Promise<void>
  /** Sends the same request that creates a payment to a bank in another process. */
  call: () => Promise<void>
}

const HOUR_MS = 3_600_000
const random = (length: number) => new Uint8Array(randomBytes(length))

export async function openAdapterStage(opening: AsyncDisposableStack): Promise<AdapterStage> {
  const bank = await startServerProcess(new URL('serve-bank.ts', import.meta.url), {})
  opening.defer(() => bank.stop())
  const origin = bank.origin.replace('http:', 'https:')
  const { cert: certificate, key } = readTestCertificate('merchant-client')
  const authorities = readTestCa()
  let last: HttpCall | undefined
  const atOnce: Transport = async (call) => {
    last = call
    return { status: 201, text: bankAnswer(call.url) }
  }
  const processor = createProcessor(
    { ...contextAtBank(origin), onUnknownField: () => undefined },
    { transport: atOnce },
  )
  const overTls = createHttpsTransport({ certificate, key, authorities })

  async function createAtOnce() {
    const { status } = await processor.createPayment({
      paymentId: newId('pay', new Date(), random),
      amountMinor: 25_990,
      currency: 'BRL',
      merchantId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
      merchantName: 'Loja',
      description: 'Pedido 1042',
      customer: { name: 'Maria da Silva', email: 'maria@shopper.test', taxId: '11144477735' },
      returnUrl: 'https://pay.test/',
      method: { type: 'pix', expiresAt: new Date(Date.now() + HOUR_MS) },
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
