import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { statement } from '#server/database/engine/database.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

const UNKNOWN = 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sql = <Row>(text: string, ...values: unknown[]) =>
  checkout.database.query<Row>(statement('test', text), values)

/** Inserts a payment of R$ 19.90 for which 15.00 were captured, in BRL unless another currency is given. */
async function holdPayment(capturedCurrency: string | null = null): Promise<string> {
  const now = new Date()
  const id = newId('pay', now, randomBytes)
  const sessionId = await insertBareSession(checkout.database, merchantId, now)
  await sql(
    `insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor,
       captured_currency, created_at, updated_at)
     values ($1, $2, 'amount_mismatch', 'card', 1990, 'BRL', 'simulated', 1500, $3, $4, $4)`,
    id,
    sessionId,
    capturedCurrency,
    now,
  )
  return id
}

const statusOf = async (id: string) => {
  const [row] = await sql<{ payment: string; session: string; acceptedBy: string | null }>(
    `select p.status as payment, s.status as session, p.accepted_by as "acceptedBy"
     from payments p join sessions s on s.id = p.session_id where p.id = $1`,
    id,
  )
  return row
}

describe('R-55: checkout payments', () => {
  it('lists what waits for a decision, accepts, and refuses', async () => {
    const accepted = await holdPayment()
    const refused = await holdPayment()
    expect(await checkout.json('payments mismatched')).toMatchObject([
      { paymentId: accepted, merchantId, amountMinor: 1990, capturedMinor: 1500 },
      { paymentId: refused, capturedCurrency: 'BRL' },
    ])
    const { stdout } = await checkout.run('payments mismatched')
    expect(stdout).toMatch(
      new RegExp(`^${accepted} +cs_\\w+ +${merchantId} +R\\$19\\.90 +R\\$15\\.00 `, 'm'),
    )

    await checkout.json(`payments accept ${accepted}`)
    await checkout.json(`payments refuse ${refused} --reason "too little"`)
    expect(await statusOf(accepted)).toMatchObject({
      payment: 'succeeded',
      session: 'complete',
      acceptedBy: expect.any(String) as string,
    })
    expect(await statusOf(refused)).toMatchObject({ payment: 'failed', session: 'open' })
    expect(
      await sql('select amount_minor as "amountMinor" from refunds where payment_id = $1', refused),
    ).toEqual([{ amountMinor: 1500 }])
    expect(await checkout.json('payments mismatched')).toEqual([])
    const entries = await checkout.json<{ action: string; details: object }[]>('audit list')
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'payment.refused',
        subject: refused,
        details: expect.objectContaining({ reason: 'too little', capturedMinor: 1500 }) as object,
      }),
    )
  })

  it('1 for a payment that is unknown or decided, or whose amount cannot be accepted', async () => {
    const inDollars = await holdPayment('USD')
    const refusals = [
      [`accept ${UNKNOWN}`, `There is no payment ${UNKNOWN}`],
      [`accept ${inDollars}`, 'cannot be accepted'],
    ] as const
    for (const [line, message] of refusals) {
      const { exitCode, stderr } = await checkout.run(`payments ${line}`)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)])
    }
    await checkout.json(`payments refuse ${inDollars} --reason none`)
    const again = await checkout.run(`payments refuse ${inDollars} --reason none`)
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      expect.stringContaining('does not wait for a decision'),
    ])
  })

  it('64 for a refusal without a reason', async () => {
    expect((await checkout.run(`payments refuse ${UNKNOWN}`)).exitCode).toBe(64)
  })
})

/** Inserts a payment of R$ 19.90 that is held, and returns its session. */
async function authorize(hours: number): Promise<string> {
  const now = new Date()
  const sessionId = await insertBareSession(checkout.database, merchantId, now)
  await sql(
    `insert into payments (id, session_id, status, method, amount_minor, currency, processor, capture_method, authorized_minor,
       authorized_at, capture_before, created_at, updated_at)
     values ($1, $2, 'authorized', 'card', 1990, 'BRL', 'simulated', 'manual', 1990, $3, $4, $3, $3)`,
    newId('pay', now, randomBytes),
    sessionId,
    now,
    new Date(now.getTime() + hours * 3_600_000),
  )
  return sessionId
}

describe('R-89: checkout payments that are held', () => {
  it('are listed, the one whose time ends first at the top, of a merchant too', async () => {
    const later = await authorize(48)
    const sooner = await authorize(24)
    const listed = await checkout.json<{ sessionId: string }[]>('payments authorized')
    expect(listed.map(({ sessionId }) => sessionId)).toEqual([sooner, later])
    expect(listed[0]).toMatchObject({ merchantId, authorizedMinor: 1990, currency: 'BRL' })
    expect(await checkout.json(`payments authorized --merchant ${merchantId}`)).toEqual(listed)
    const { stdout } = await checkout.run('payments authorized')
    expect(stdout).toMatch(new RegExp(`^${sooner} +pay_\\w+ +${merchantId} +R\\$19\\.90 `, 'm'))
    const other = await checkout.json<{ merchantId: string }>('merchants create --name Outra')
    expect(await checkout.json(`payments authorized --merchant ${other.merchantId}`)).toEqual([])
  })

  it('are not captured beyond what is held, nor without an amount; 1 and 64 with the reason', async () => {
    const id = await authorize(24)
    for (const [line, code, message] of [
      [`capture ${id} --amount 1991`, 1, 'BRL 19.90 are authorized.'],
      [`capture ${id} --amount 0`, 64, 'must be at least 1'],
      [`capture ${id} --amount 19,90`, 64, 'digits only'],
      [`capture cs_0Tq4mFhZ7Rk2vXw9sLd3Ye`, 1, 'There is no session'],
      [`void cs_0Tq4mFhZ7Rk2vXw9sLd3Ye`, 1, 'There is no session'],
      [`capture ${UNKNOWN}`, 1, `There is no payment ${UNKNOWN}`],
      [`void ${UNKNOWN}`, 1, `There is no payment ${UNKNOWN}`],
      ['void order-1', 64, 'the id of a session (cs_…) or a payment (pay_…)'],
    ] as const) {
      const { exitCode, stderr } = await checkout.run(`payments ${line}`)
      expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)])
    }
    expect(await statusOf(await paymentOf(id))).toMatchObject({ payment: 'authorized' })
  })

  it('are named by the payment, too, and no other payment is taken in its place', async () => {
    const id = await authorize(24)
    const held = await paymentOf(id)
    const { exitCode, stderr } = await checkout.run(`payments capture ${held} --amount 1991`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('BRL 19.90 are authorized.')])
    const failed = newId('pay', new Date(), randomBytes)
    await sql(
      `insert into payments (id, session_id, status, decline_code, method, amount_minor, currency, processor, created_at, updated_at)
       select $1, session_id, 'failed', 'card_declined', method, amount_minor, currency, processor, created_at, updated_at
       from payments where id = $2`,
      failed,
      held,
    )
    for (const verb of ['capture', 'void'])
      expect((await checkout.run(`payments ${verb} ${failed}`)).stderr).toContain(
        `Of this session ${held} is authorized.`,
      )
    expect(await checkout.json(`payments void ${held}`)).toMatchObject({ id })
  })

  it('leave a row of the audit log, and no link of the session', async () => {
    const id = await authorize(24)
    const { exitCode, stdout } = await checkout.run(`payments void ${id} --reason sold --json`)
    expect([exitCode, stdout.includes('/c/')]).toEqual([0, false])
    expect(JSON.parse(stdout)).toMatchObject({ id })
    const [entry] = await checkout.json<object[]>('audit list --limit 1')
    expect(entry).toMatchObject({ action: 'payment.void', subject: await paymentOf(id) })
  })

  const paymentOf = async (sessionId: string) => {
    const [row] = await sql<{ id: string }>(
      'select id from payments where session_id = $1',
      sessionId,
    )
    return row?.id ?? ''
  }
})

describe('checkout payments inquire', () => {
  it('asks the processor, says what it answered, and records it in the audit log', async () => {
    const held = await holdPayment()
    const { exitCode, stdout } = await checkout.run(`payments inquire ${held}`)
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/The payment is|It is/)])
    const [entry] = await checkout.json<object[]>('audit list --limit 1')
    expect(entry).toMatchObject({ action: 'payment.inquired', subject: held, actorKind: 'command' })
    const none = await checkout.run(`payments inquire ${UNKNOWN}`)
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      expect.stringContaining(`There is no payment ${UNKNOWN}`),
    ])
  })
})
