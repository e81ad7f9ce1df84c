import { createCaller } from './callers.ts'
import type { CanaryMerchant } from './merchants.ts'
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
  await merchant.call('POST', `/v1/sessions/${session.id}/refunds`, { body: {} })
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
