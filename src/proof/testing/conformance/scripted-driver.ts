import { createBank } from '../../campaigns/scripted/bank.ts'
import {
  createScriptedModule,
  WEBHOOK_SECRET_HEADER,
} from '../../campaigns/scripted/processor-module.ts'
import { createDice } from '../../campaigns/shared/dice.ts'
import type { ConformanceDriver, SentNotification } from '#server/processors/conformance/driver.ts'

const BASE_URL = 'https://bank.test/simulator'
const SECRET = 'secret-of-the-bank'
const SEED = 1

/** The scripted processor of the campaigns, without any unkindness. */
export function createScriptedDriver() {
  const sent: SentNotification[] = []
  const sign = (rawBody: string): SentNotification => ({
    rawBody,
    headers: { [WEBHOOK_SECRET_HEADER]: SECRET },
  })
  const bank = createBank(
    {
      clock: () => new Date(),
      numberOf: async () => undefined,
      notify: async (webhook) => sent.push(sign(JSON.stringify(webhook))) > 0,
      beside: () => false,
      pause: async () => undefined,
      hang: async () => new Response(null, { status: 504 }),
      onCapturedLate: () => undefined,
    },
    {
      dice: createDice(SEED),
      temper: { ofPayment: () => undefined, ofRefund: () => undefined, reportsWrongly: false },
      seed: SEED,
    },
  )
  return {
    secrets: [SECRET],
    fetch: bank.fetch,
    createProcessor: ({ fetch }) => {
      const cardKey = { kid: 'scripted', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const
      return createScriptedModule({ baseUrl: BASE_URL, secret: SECRET, fetch, cardKey })
    },
    async pay({ paymentId }) {
      const url = `${BASE_URL}/payments/${paymentId}/simulate`
      const body = JSON.stringify({ outcome: 'pay' })
      return (await bank.fetch(new Request(url, { method: 'POST', body }))).ok
    },
    settle: () => bank.runDue(),
    notifications: async () => sent,
    sign,
  } satisfies ConformanceDriver
}
