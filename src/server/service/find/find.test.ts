import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { interpretFind } from '#domain/find-query.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { cardBody, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { erasePersonalData } from '../sessions/erase-personal-data.ts'
import type { Scope } from '../people/scope.ts'
import { find, type FindAnswer, type Hit } from './find.ts'

const PERSON = {
  email: 'Ada.Lovelace@Mail.Example',
  name: 'Ada Lovelace',
  phone: '+5511998765432',
  taxId: '52998224725',
}
const ALL: Scope = { merchants: 'all' }
const DAY_MS = 86_400_000

interface Store {
  merchant: TestMerchant
  card: OpenSession
  pix: OpenSession
  boleto: OpenSession
  digitableLine: string
  references: { processorReference: string; endToEndId: string; txid: string }
  ids: { payment: string; refund: string; event: string; delivery: string }
}

let api: TestApi
let one: Store
let other: Store
beforeAll(async () => {
  api = await startTestApi({ callsUnderWayMax: 1000 })
  one = await openStore(api.merchant)
  other = await openStore(await api.addMerchant({ name: 'Norte Livros' }))
})
afterAll(() => api.close())

/** Creates the same orders of the same person at a merchant. */
async function openStore(merchant: TestMerchant): Promise<Store> {
  const open = (orderReference: string, customer: typeof PERSON | { email: string } = PERSON) =>
    createTestSession(api, { orderReference, customer }, merchant)
  const card = await open('A-1001')
  await card.pay({ ...(await cardBody(api, '4242424242424242')), customer: PERSON })
  await merchant.post(`/v1/sessions/${card.id}/refunds`, { amount: 990 })
  const pix = await open('A-1002', { email: 'bob@mail.example' })
  await merchant.post(`/v1/sandbox/sessions/${pix.id}/simulate`, { outcome: 'pix_paid' })
  const boleto = await open('#A-1003')
  const { payment } = (await boleto.pay({ method: 'boleto', customer: PERSON })).as(Checkout)
  if (payment?.action?.type !== 'boleto') throw new Error('there is no slip')
  const [{ references } = { references: undefined }] = await api.sql<Pick<Store, 'references'>>(
    'select processor_references as references from payments where session_id = $1',
    pix.id,
  )
  const [ids] = await api.sql<Store['ids']>(
    `select p.id as payment, r.id as refund, e.id as event, d.id as delivery
     from payments p join refunds r on r.payment_id = p.id join events e on e.session_id = p.session_id
     join deliveries d on d.event_id = e.id where p.session_id = $1 limit 1`,
    card.id,
  )
  if (references === undefined || ids === undefined) throw new Error('the store has no records')
  const { digitableLine } = payment.action
  return { merchant, card, pix, boleto, digitableLine, references, ids }
}

async function found(text: string, scope: Scope = ALL, showsPersons = false) {
  const answer = await find(api.context, scope, { text, showsPersons })
  if (!answer.isSearched) throw new Error(`read as ${answer.as}`)
  return answer
}

const merchantsIn = (hits: readonly Hit[]) =>
  new Set(
    hits.map((hit) => {
      if (hit.kind === 'apiKey') return hit.apiKey.merchantId
      return hit.kind === 'merchant' ? hit.id : hit.merchantId
    }),
  )
const sessionsIn = ({ hits }: Pick<FindAnswer & { isSearched: true }, 'hits'>) =>
  hits.flatMap((hit) => (hit.kind === 'session' ? [hit.id] : []))

/** Texts that find an order in both stores, and the reading that finds it. */
const SHARED: [text: string, why: string, order: 'card' | 'pix' | 'boleto'][] = [
  ['ada.lovelace@MAIL.example', 'email', 'card'],
  ['529.982.247-25', 'taxId', 'card'],
  ['(11) 99876-5432', 'phone', 'card'],
  ['4242 259,90', 'lastFour', 'card'],
  ['R$ 259,90', 'amount', 'card'],
  ['A-1001', 'order', 'card'],
  ['#A-1002', 'order', 'pix'],
  ['A-1003', 'order', 'boleto'],
]
/** Texts that find an order in one store only. */
const OWN: [name: string, text: (store: Store) => string, order: 'card' | 'pix' | 'boleto'][] = [
  ['session', ({ card }) => card.id, 'card'],
  ['payment', ({ ids }) => ids.payment, 'card'],
  ['refund', ({ ids }) => ids.refund, 'card'],
  ['link', ({ card }) => card.session.url, 'card'],
  ['reference', ({ card }) => card.reference, 'card'],
  ['end-to-end id', ({ references }) => references.endToEndId, 'pix'],
  [
    'F-15: end-to-end id in small letters',
    ({ references }) => references.endToEndId.toLowerCase(),
    'pix',
  ],
  ['end-to-end id in capitals', ({ references }) => references.endToEndId.toUpperCase(), 'pix'],
  ['txid', ({ references }) => references.txid, 'pix'],
  ['processor reference', ({ references }) => references.processorReference, 'pix'],
  ['slip', ({ digitableLine }) => digitableLine, 'boleto'],
]

describe('find', () => {
  it.each(SHARED)('%j in all merchants, and in each its own alone', async (text, why, order) => {
    const all = await found(text)
    expect(merchantsIn(all.hits)).toEqual(new Set([one.merchant.id, other.merchant.id]))
    expect(all.hits.every((hit) => hit.why.some((reason) => reason === why))).toBe(true)
    for (const store of [one, other]) {
      const { hits, hasMore } = await found(text, { merchantId: store.merchant.id })
      expect(merchantsIn(hits)).toEqual(new Set([store.merchant.id]))
      expect(sessionsIn({ hits })).toContain(store[order].id)
      expect(hasMore).toBe(false)
    }
  })

  it.each(OWN)('a %s, and nobody finds it in another merchant', async (_, textOf, order) => {
    const text = textOf(one)
    const matched = (answer: Awaited<ReturnType<typeof found>>) =>
      answer.hits.filter(({ why }) => why.some((reason) => reason !== 'amount'))
    const own = await found(text, { merchantId: one.merchant.id })
    expect(sessionsIn({ hits: matched(own) })).toEqual([one[order].id])
    expect(matched(await found(text))).toEqual(matched(own))
    expect(matched(await found(text, { merchantId: other.merchant.id }))).toEqual([])
  })

  it('an event, a delivery and a key, and no other merchant finds them', async () => {
    for (const text of [one.ids.event, one.ids.delivery, one.merchant.keyId]) {
      expect((await found(text)).hits).toHaveLength(1)
      expect((await found(text, { merchantId: one.merchant.id })).hits).toHaveLength(1)
      expect((await found(text, { merchantId: other.merchant.id })).hits).toEqual([])
    }
  })

  it('a merchant by id and by a part of its name, also where the part is a pattern', async () => {
    const hit = { kind: 'merchant', id: other.merchant.id, name: 'Norte Livros' }
    for (const text of [other.merchant.id, 'norte', 'Livros']) {
      expect((await found(text)).hits).toContainEqual(expect.objectContaining(hit))
      expect((await found(text, { merchantId: one.merchant.id })).hits).toEqual([])
    }
    expect((await found('%o%')).hits).toEqual([])
    expect((await found('N_rte')).hits).toEqual([])
  })

  it('says what came of it: the payment, its card, and what was given back', async () => {
    const [hit] = (await found('A-1001', { merchantId: one.merchant.id })).hits
    expect(hit).toMatchObject({
      kind: 'session',
      merchantName: 'Loja São João',
      paymentStatus: 'partially_refunded',
      payment: {
        id: one.ids.payment,
        status: 'succeeded',
        cardLastFour: '4242',
        capturedMinor: 25_990,
        refundedMinor: 990,
      },
    })
  })

  it('its own payment, however many newer ones of others have the same code', async () => {
    const references = JSON.stringify({ authorizationCode: '771234' })
    await api.sql(
      'update payments set processor_references = $2 where id = $1',
      one.ids.payment,
      references,
    )
    await api.sql(
      `insert into payments (id, session_id, merchant_id, status, decline_code, method, amount_minor, currency, processor,
         processor_references, created_at, updated_at)
       select 'pay_' || lpad(n::text, 22, '0'), $1, $2, 'failed', 'card_declined', 'card', 1, 'BRL', 'simulated', $3,
         now() + interval '1 year', now() from generate_series(1, 30) n`,
      other.card.id,
      other.merchant.id,
      references,
    )
    const { hits } = await found('771234', { merchantId: one.merchant.id })
    expect(sessionsIn({ hits })).toEqual([one.card.id])
    const all = await found('771234')
    expect([all.hits.length, all.hasMore]).toEqual([20, true])
    await api.sql(`delete from payments where id like 'pay_00000%'`)
  })

  it('nothing of a secret or a card, and asks the database nothing', async () => {
    for (const text of [one.merchant.apiKey, one.merchant.webhookSecret, '4242424242424242']) {
      const statements = await api.database.statementsOf(async () => {
        const answer = await find(api.context, ALL, { text, showsPersons: false })
        expect(answer.isSearched).toBe(false)
      })
      expect(statements).toEqual([])
    }
  })

  it('asks at most six times, whatever is typed', async () => {
    const texts = fc.oneof(
      fc.constantFrom(...SHARED.map(([text]) => text), ...OWN.map(([, textOf]) => textOf(one))),
      fc.constantFrom(
        '¥500',
        'BRL500',
        '4242 500',
        '•••• 4242 R$ 500',
        '11999887766',
        '12345678909',
      ),
      fc.string({ maxLength: 30 }),
      fc.stringMatching(/^[\d .,]{1,20}$/),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        fc.pre(interpretFind(text).isSearchable)
        const statements = await api.database.statementsOf(() => found(text))
        const asking = statements.filter((name) => !name.startsWith('insert person reads'))
        expect(asking.length).toBeLessThanOrEqual(6)
      }),
      { numRuns: 150 },
    )
  })
})

describe('persons', () => {
  const reads = () =>
    api.sql<{ subject: string | null; fields: string[]; why: string; actor: string }>(
      `select subject, fields, why, actor from person_reads order by id`,
    )

  it('are masked, and shown only on request', async () => {
    const scope = { merchantId: one.merchant.id }
    const [masked] = (await found('A-1001', scope)).hits
    expect(masked).toMatchObject({
      customer: {
        email: 'A•••@Mail.Example',
        name: 'Ada L•••',
        phone: '+55 ••• 5432',
        taxId: '•••.982.•••-••',
      },
    })
    const [shown] = (await found('A-1001', scope, true)).hits
    expect(shown).toMatchObject({ customer: PERSON })
  })

  it('are recorded as read where they are searched or shown, and never what was searched', async () => {
    const scope = { merchantId: one.merchant.id }
    await api.sql('delete from person_reads')
    await found('A-1001', scope)
    await found(one.references.endToEndId, scope)
    expect(await reads()).toEqual([])

    const actor = { kind: 'command', user: 'ada@web-1', command: 'find' } as const
    await find({ ...api.context, actor }, scope, { text: '529.982.247-25', showsPersons: false })
    const subjects = [one.boleto.id, one.card.id]
    expect(await reads()).toEqual(
      subjects.map((subject) => ({
        subject,
        fields: ['taxId'],
        why: 'find by taxId',
        actor: 'ada@web-1',
      })),
    )
    await api.sql('delete from person_reads')
    await found('A-1001', scope, true)
    const [shown] = await reads()
    expect(shown).toMatchObject({ subject: one.card.id, why: 'find, shown' })
    expect(shown?.fields.toSorted()).toEqual(['email', 'name', 'phone', 'taxId'])

    await api.sql('delete from person_reads')
    await found('nobody@mail.example')
    expect(await reads()).toMatchObject([
      { subject: null, fields: ['email'], why: 'find by email' },
    ])
    expect(JSON.stringify(await api.sql('select * from person_reads'))).not.toContain('nobody@')
  })

  it('are found by nothing of theirs once their data is removed', async () => {
    const scope = { merchantId: other.merchant.id }
    const texts = [PERSON.email, PERSON.taxId, PERSON.phone]
    for (const text of texts) expect(sessionsIn(await found(text, scope))).toContain(other.card.id)
    await api.sql(
      `update deliveries set status = 'disabled', next_attempt_at = null where status = 'pending'`,
    )
    api.clock.advance(100 * DAY_MS)
    await erasePersonalData(api.context)
    for (const text of texts)
      expect(sessionsIn(await found(text, scope))).not.toContain(other.card.id)
    const [hit] = (await found('A-1001', scope, true)).hits
    expect(hit).toMatchObject({ id: other.card.id, customer: {} })
  })
})
