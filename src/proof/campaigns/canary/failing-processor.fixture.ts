import { DatabaseError } from 'pg'
import { createScriptedProcessor } from '../../testing/scripted-processor.ts'
import type { Processor } from '#server/processors/processor.ts'

/** A payment of this amount needs a challenge. */
const CHALLENGED_MINOR = 33_303
const CHALLENGED = {
  status: 'requires_action',
  action: { type: 'challenge', url: 'https://psp.example/challenge' },
} as const

/** A processor whose errors carry all that it was given, in the manner of an HTTP client and of a database driver. */
export function createProcessor(): Processor {
  const key = process.env['FAILING_PROCESSOR_KEY']
  let given = ''
  const fail = (payment: object, about: string) => {
    given = JSON.stringify(payment)
    const url = `https://psp.example/charges?payer=${encodeURIComponent(given)}`
    const config = { url, data: given, headers: { Authorization: `Bearer ${key}` } }
    const response = { status: 400, data: { echo: payment }, config }
    const message = `POST ${url} with Bearer ${key} failed: no charge ${about}`
    return Promise.reject(
      Object.assign(new Error(message), { code: 'ERR_BAD_REQUEST', config, response }),
    )
  }
  return {
    ...createScriptedProcessor(),
    name: 'failing',
    async createPayment(payment) {
      if (payment.amountMinor === CHALLENGED_MINOR) return CHALLENGED
      return fail(payment, `for ${payment.customer.email}, ${payment.returnUrl}`)
    },
    completeAction: (known, returned) =>
      fail({ known, returned }, `for ${JSON.stringify(returned)}`),
    cardEncryptionKey() {
      const message = `invalid input syntax for type json: "${given}"`
      const fields = { code: '22P02', detail: given, where: given, internalQuery: given, hint: key }
      return Promise.reject(
        Object.assign(new DatabaseError(message, message.length, 'error'), fields),
      )
    },
  }
}
