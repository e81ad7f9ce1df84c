import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIFFERENCES } from '#domain/compare-books.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createPaidSession } from '#proof/testing/shopper.ts'
import type { Processor } from '../../processors/processor.ts'
import { createProcessors } from '../../processors/processors.ts'
import { reconcile } from './reconcile.ts'

const SETTLED_MS = 31 * 60_000
const PER_KIND = 200
const PAYMENTS = 3000

describe("R-39: our books compared with the processor's", () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const since = () => new Date(api.clock.now().getTime() - 24 * 3_600_000)
  const compare = async () => {
    const found = await reconcile(api.context, since())
    if (found === undefined) throw new Error('the simulator lists what it has done')
    return found
  }

  it('agree on payments and refunds once they have settled', async () => {
    const open = await createPaidSession(api)
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 990 })
    expect(await compare()).toMatchObject({ compared: 0, differences: [] })
    api.clock.advance(SETTLED_MS)
    expect(await compare()).toMatchObject({ compared: 2, differences: [] })
  })

  it('agree on a payment by two parts, the second of which stands on the next page', async () => {
    const open = await createPaidSession(api)
    const { payment } = await open.read()
    api.clock.advance(SETTLED_MS)
    const [simulator] = api.context.processors.all
    if (simulator === undefined) throw new Error('there is a simulator')
    const processor: typeof simulator = Object.create(simulator)
    processor.listMovements = async ({ since, cursor }) => {
      const { movements = [] } = (await simulator.listMovements?.({ since })) ?? {}
      const isItself = ({ kind, id }: { kind: string; id: string }) =>
        kind === 'capture' && id === payment?.id
      const [whole] = movements.filter(isItself)
      if (whole === undefined) throw new Error('the payment is listed')
      const first = { ...whole, part: 'E1', amountMinor: whole.amountMinor - 10 }
      return cursor === undefined
        ? { movements: [...movements.filter((one) => !isItself(one)), first], next: '2' }
        : { movements: [{ ...whole, part: 'E2', amountMinor: 10 }] }
    }
    const context = { ...api.context, processors: createProcessors([processor]) }
    const { differences } = (await reconcile(context, since())) ?? {}
    expect(differences).toEqual([])
  })

  it('are compared at each account that can be read', async () => {
    const open = await createPaidSession(api)
    const { payment } = await open.read()
    api.clock.advance(SETTLED_MS)
    const [simulator] = api.context.processors.all
    if (simulator === undefined) throw new Error('there is a simulator')
    const lacking: typeof simulator = Object.create(simulator)
    lacking.listMovements = async (range) => {
      const { movements = [] } = (await simulator.listMovements?.(range)) ?? {}
      return { movements: movements.filter(({ id }) => id !== payment?.id) }
    }
    const error = new Error('403: the contract has ended')
    const closed: Processor = {
      ...createScriptedProcessor(),
      name: 'closed',
      listMovements: () => Promise.reject(error),
    }
    const told: Processor = { ...createScriptedProcessor(), name: 'told' }
    const processors = createProcessors([closed, lacking, told])
    const found = await reconcile({ ...api.context, processors }, since())
    expect(found?.unread).toEqual([{ processor: 'closed', error }])
    expect(found?.notCompared).toEqual(['told'])
    expect(found?.differences).toMatchObject([{ difference: 'missing', id: payment?.id }])
  })

  it('differ in each of a thousand planted entries, and in no other', async () => {
    await plantAgreement()
    api.clock.advance(SETTLED_MS)
    const before = await compare()
    expect(before.differences).toEqual([])
    expect(before.compared).toBeGreaterThan(PAYMENTS)

    const planted = await plantDifferences()
    const { differences } = await compare()
    expect(differences.map(({ difference, id }) => `${difference} ${id}`).toSorted()).toEqual(
      planted.toSorted(),
    )
    expect(planted).toHaveLength(DIFFERENCES.length * PER_KIND)
  })

  it('R-56: agree on what was taken back, part by part', async () => {
    const open = await createPaidSession(api)
    const { payment } = await open.read()
    const path = `/v1/sandbox/sessions/${open.id}/simulate`
    const before = await compare()
    for (const amount of [1000, 500]) {
      expect((await api.merchant.post(path, { outcome: 'reverse', amount })).status).toBe(200)
      api.clock.advance(SETTLED_MS)
    }
    const { differences } = await compare()
    expect(differences).toHaveLength(before.differences.length)
    expect(differences.map(({ id }) => id)).not.toContain(payment?.id)
  })

  it('are not compared when the processor does not list its movements', async () => {
    const processors = createProcessors([createScriptedProcessor()])
    const context = { ...api.context, processors }
    expect(await reconcile(context, since())).toBeUndefined()
  })

  /** Payments in both books, some with a refund. */
  async function plantAgreement(): Promise<void> {
    const now = api.clock.now()
    await api.sql(
      `insert into sessions (id, reference_hash, merchant_id, status, payment_status, currency, amount_minor, details,
         expires_at, created_at, completed_at)
       select 'cs_planted' || n, sha256(('planted' || n)::bytea), $1, 'complete', 'paid', 'BRL', 1000 + n, '{}', $2, $2, $2
       from generate_series(1, $3::int) n`,
      api.merchant.id,
      now,
      PAYMENTS,
    )
    await api.sql(
      `insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor,
         created_at, updated_at, succeeded_at)
       select 'pay_planted' || n, 'cs_planted' || n, 'succeeded', 'card', 1000 + n, 'BRL', 'simulated', 1000 + n, $1, $1, $1
       from generate_series(1, $2::int) n`,
      now,
      PAYMENTS,
    )
    await api.sql(
      `insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at)
       select 're_planted' || n, 'cs_planted' || n, 'pay_planted' || n, 'succeeded', n, 'BRL', $1, $1
       from generate_series(1, $2::int, 2) n`,
      now,
      PAYMENTS,
    )
    await api.sql(
      `insert into simulator.payments (id, method, amount_minor, currency, status, merchant_name,
         refund_behavior, created_at)
       select id, 'card', amount_minor, 'BRL', 'succeeded', 'Loja', 'succeed', created_at
       from payments where id like 'pay_planted%'`,
    )
    await api.sql(
      `insert into simulator.refunds (id, payment_id, amount_minor, currency, status, created_at)
       select id, payment_id, amount_minor, currency, 'succeeded', created_at from refunds where id like 're_planted%'`,
    )
    await api.sql(
      `insert into simulator.ledger_entries (payment_id, refund_id, kind, amount_minor, currency, recorded_at)
       select id, null, 'capture', amount_minor, currency, created_at from payments where id like 'pay_planted%'
       union all
       select payment_id, id, 'refund', amount_minor, currency, created_at from refunds where id like 're_planted%'`,
    )
  }

  /** Changes that the ledger's triggers would prevent, with the difference that each causes. */
  async function plantDifferences(): Promise<string[]> {
    const planted: string[] = []
    const note = async (difference: string, text: string, ...values: unknown[]) => {
      const rows = await api.sql<{ id: string }>(text, ...values)
      planted.push(...rows.map(({ id }) => `${difference} ${id}`))
    }
    await api.sql('alter table simulator.ledger_entries disable trigger user')
    await api.sql('alter table payments disable trigger user')
    const chosen = (turn: number) =>
      `(select sequence from simulator.ledger_entries
        where coalesce(refund_id, payment_id) like '%planted%' and sequence % 2 = 0
        order by md5(sequence::text) offset ${turn * PER_KIND * 3} limit ${PER_KIND})`
    const captures = `(select payment_id from simulator.ledger_entries
      where payment_id like '%planted%' and sequence % 2 = 1 and kind = 'capture' order by sequence limit ${PER_KIND})`
    const id = 'coalesce(refund_id, payment_id) as id'
    await note(
      'missing',
      `delete from simulator.ledger_entries where sequence in ${chosen(0)} returning ${id}`,
    )
    await note(
      'amount',
      `update simulator.ledger_entries set amount_minor = amount_minor + 1 where sequence in ${chosen(1)} returning ${id}`,
    )
    await note(
      'currency',
      `update simulator.ledger_entries set currency = 'USD' where sequence in ${chosen(2)} returning ${id}`,
    )
    await note(
      'status',
      `update payments set status = 'failed', decline_code = 'card_declined', captured_minor = 0, refunded_minor = 0,
         succeeded_at = null
       where id in ${captures} returning id`,
    )
    await api.sql(
      `insert into simulator.payments (id, method, amount_minor, currency, status, merchant_name,
         refund_behavior, created_at)
       select 'pay_extra' || n, 'card', 1, 'BRL', 'succeeded', 'Loja', 'succeed', $1
       from generate_series(1, $2::int) n`,
      api.clock.now(),
      PER_KIND,
    )
    await note(
      'extra',
      `insert into simulator.ledger_entries (payment_id, kind, amount_minor, currency, recorded_at)
       select id, 'capture', 1, 'BRL', created_at from simulator.payments where id like 'pay_extra%' returning payment_id as id`,
    )
    await note(
      'overdrawn',
      `with reversed as (
         update payments set reversed_minor = captured_minor + 1
         where id in (
           select id from payments where id like 'pay_planted%' and captured_minor > 0
             and id not in (select payment_id from simulator.ledger_entries where kind = 'reversal')
           order by id desc limit ${PER_KIND}
         ) returning id, reversed_minor, amount_minor, currency
       ), recorded as (
         insert into reversals (payment_id, total_minor, recorded_at) select id, reversed_minor, $1 from reversed
       ), taken_back as (
         insert into simulator.ledger_entries (payment_id, kind, amount_minor, currency, recorded_at)
         select id, 'reversal', reversed_minor, currency, $1 from reversed
       ) select id from reversed`,
      api.clock.now(),
    )
    api.clock.advance(SETTLED_MS)
    await api.sql('alter table simulator.ledger_entries enable trigger user')
    await api.sql('alter table payments enable trigger user')
    return planted
  }
})
