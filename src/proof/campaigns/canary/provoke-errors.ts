import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createCaller } from './callers.ts'
import type { CanaryCard } from './cards.ts'
import type { CanaryMerchant, CanarySession, Shoppers } from './merchants.ts'
import type { CanaryStage } from './stage.ts'

const REFUSED_AMOUNT = 66_613

/** Provokes unexpected errors, each of which is logged with all its details. */
export async function provokeErrors(stage: CanaryStage, merchant: CanaryMerchant): Promise<void> {
  const { pool, urls } = stage
  // PostgreSQL's error detail holds the whole refused row.
  await pool.query(
    `alter table sessions add constraint provoked check (amount_minor <> ${REFUSED_AMOUNT}) not valid`,
  )
  const order = { merchantId: merchant.id, amount: REFUSED_AMOUNT, currency: 'BRL' }
  await merchant.call('POST', '/v1/sessions', { body: order })
  await pool.query('alter table sessions drop constraint provoked')

  const session = await merchant.open('errors')
  await pool.query('alter table payments rename to payments_away')
  await merchant.call('GET', `/v1/sessions/${session.id}`)
  await merchant.call('POST', `/v1/sessions/${session.id}/refunds`, {
    headers: { 'idempotency-key': 'provoked-refund' },
    body: {},
  })
  const browser = createCaller(stage, {
    who: 'a browser',
    origin: urls.page,
    sink: 'answers to browsers',
  })
  await browser('GET', `/c/${session.reference}`)
  await browser('GET', `/api/checkout/${session.reference}`)
  await pool.query('alter table payments_away rename to payments')

  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hosted-checkout'",
  )
  await browser('GET', `/c/${session.reference}`)
}

const FAILING_PROCESSOR = join(import.meta.dirname, 'failing-processor.fixture.ts')
const PERSON = {
  name: 'Canaria Devedora',
  email: 'canaria.devedora@example.com',
  phone: '+5511912345671',
  taxId: '52998224725',
} as const
const KEY_BYTES = 18

/** The failing processor asks for a challenge of it. */
const CHALLENGED_MINOR = 33_303

/** Opens sessions and seals a card for each: the failing processor has no key to encrypt one with. */
export async function prepareToFail(
  merchant: CanaryMerchant,
  shoppers: Shoppers,
  card: CanaryCard,
) {
  const session = await merchant.open('a failing processor', { customer: PERSON })
  const returns = []
  for (const way of ['GET', 'POST'] as const) {
    const challenged = await merchant.open(`a challenge, back by ${way}`, {
      amount: CHALLENGED_MINOR,
    })
    returns.push({ way, session: challenged, pay: await shoppers.sealed(challenged, card) })
  }
  return { session, pay: await shoppers.sealed(session, card), returns }
}

/** S-115: serves with a processor whose errors carry requests, headers and rows. */
export async function provokeProcessorErrors(
  stage: CanaryStage,
  {
    shoppers,
    prepared,
    withKey,
  }: {
    shoppers: Shoppers
    prepared: Awaited<ReturnType<typeof prepareToFail>>
    withKey: Record<string, string>
  },
): Promise<void> {
  const { book, processes, variables } = stage
  const key = `psp_live_${randomBytes(KEY_BYTES).toString('hex')}`
  book.add('key of the failing processor', 'processor secret', key)
  for (const [field, value] of Object.entries(PERSON))
    book.add(`${field} of the payer`, 'person', value)
  const served = await processes.serve({
    ...variables,
    ...withKey,
    PROCESSOR: FAILING_PROCESSOR,
    FAILING_PROCESSOR_KEY: key,
  })
  await prepared.pay()
  await shoppers.page('GET', '/v1/checkout/card-encryption-key')
  await shoppers.page('GET', prepared.session.path)
  for (const { way, session, pay } of prepared.returns) {
    await pay()
    await comeBack(stage, way, session)
    await shoppers.page('GET', session.path)
  }
  await served.stop()
}

/** A browser comes back from a challenge; the module's error carries what it brought. */
async function comeBack(
  stage: CanaryStage,
  way: 'GET' | 'POST',
  { reference }: CanarySession,
): Promise<void> {
  const result = randomBytes(KEY_BYTES).toString('base64url')
  stage.book.add(`what came back by ${way}`, 'returned', result)
  const origin = stage.urls.page
  const browser = createCaller(stage, { who: 'a browser', origin, sink: 'answers to browsers' })
  const path = `/c/${reference}/challenge-return`
  const brought = new URLSearchParams({ redirectResult: result }).toString()
  const { status } =
    way === 'GET'
      ? await browser('GET', `${path}?${brought}`)
      : await browser('POST', path, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: brought,
        })
  const { rows } = await stage.pool.query<{ returned: string }>(
    'select returned from payments where returned is not null',
  )
  if (!rows.some(({ returned }) => returned.includes(result)))
    throw new Error(`what came back by ${way} was not kept: ${status}`)
}
