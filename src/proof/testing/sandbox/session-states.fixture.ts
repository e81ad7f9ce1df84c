import type { CreateSessionInput } from '#contract/session.ts'
import type { TestApi, TestMerchant } from '../api.ts'
import { createTestSession, type OpenSession } from '../shopper.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'

const CUSTOMER = { email: 'fill_never@example.com', name: 'Maria Silva', taxId: '11144477735' }
const CHALLENGED = '4000002500003155'
const PROCESSING = '4000202000000004'
const UNKNOWN = '4000504000000011'
const DECLINED = '4000000000000002'
const PAID = '4242424242424242'
const HOUR_SECONDS = 3600

type Prepare = (api: TestApi, open: OpenSession) => Promise<unknown>

const pixShown: Prepare = (_api, open) => open.pay({ method: 'pix' })

async function expire(api: TestApi, open: OpenSession): Promise<void> {
  api.clock.advance(HOUR_SECONDS * 1000)
  await expireSessions(api.context)
  if ((await open.read()).status !== 'expired') throw new Error('the session has not expired')
}

/** Every state of a session, and how a shopper reaches it. */
export const SESSION_STATES = {
  untouched: async () => undefined,
  declined: (_api, open) => open.payByCard(DECLINED),
  challenged: (_api, open) => open.payByCard(CHALLENGED),
  'pix shown': pixShown,
  'boleto shown': (_api, open) => open.pay({ method: 'boleto' }),
  processing: (_api, open) => open.payByCard(PROCESSING),
  unknown: (_api, open) => open.payByCard(UNKNOWN),
  'just begun': async (api, open) => {
    await open.payByCard(PROCESSING)
    await api.sql('alter table payments disable trigger payments_move_legally')
    await api.sql(`update payments set status = 'created' where session_id = $1`, open.id)
    await api.sql('alter table payments enable trigger payments_move_legally')
  },
  paid: (_api, open) => open.payByCard(PAID),
  expired: expire,
  'expired after a Pix': async (api, open) => {
    await pixShown(api, open)
    await expire(api, open)
  },
  canceled: (api, open) => api.checkout.post(`${open.checkoutPath}/cancel`),
} satisfies Record<string, Prepare>
export type SessionStateName = keyof typeof SESSION_STATES

/** Creates a session of one hour in this state. */
export async function createSessionIn(
  api: TestApi,
  state: SessionStateName,
  changes: Partial<CreateSessionInput> = {},
  merchant: TestMerchant = api.merchant,
): Promise<OpenSession> {
  const body = { customer: CUSTOMER, expiresInSeconds: HOUR_SECONDS, ...changes }
  const open = await createTestSession(api, body, merchant)
  await SESSION_STATES[state](api, open)
  return open
}
