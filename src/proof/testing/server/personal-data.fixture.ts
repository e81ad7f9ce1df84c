import type { CreateSessionInput } from '#contract/session.ts'
import type { TestApi } from '../api.ts'
import { cardBody, createTestSession, type OpenSession } from '../shopper.ts'

export const DAY_MS = 86_400_000

/** Canary values that the merchant sends and that the shopper types; they occur nowhere else. */
export const TOLD = {
  name: 'Canaria Contada',
  email: 'canaria-contada@example.com',
  phone: '+5511912340001',
  taxId: '52998224725',
  billingAddress: {
    line1: 'Rua do Canario 1081',
    line2: 'Fundos "do Canario"',
    district: 'Vila do Canario',
    city: 'Canarinho do Sul',
    state: 'Sao Canario',
    postalCode: '01081-001',
    // Where a state is any text.
    country: 'PT',
  },
} as const satisfies CreateSessionInput['customer']

export const TYPED = {
  ...TOLD,
  name: 'Canario Digitado',
  email: 'canario-digitado@example.com',
  phone: '+5511912340002',
} as const

const valuesOf = ({ billingAddress, ...rest }: typeof TOLD | typeof TYPED) => [
  ...Object.values(rest),
  billingAddress.line1,
  'Fundos',
  billingAddress.district,
  billingAddress.city,
  billingAddress.state,
  billingAddress.postalCode,
]
export const ALL_CANARIES: readonly string[] = [...new Set([...valuesOf(TOLD), ...valuesOf(TYPED)])]

/** A session whose metadata resembles the erased data. */
export const ofPerson = (api: TestApi, merchant = api.merchant): Promise<OpenSession> =>
  createTestSession(
    api,
    {
      customer: TOLD,
      orderReference: 'A-1',
      metadata: { customer: 'retail', note: '"customer":{"a":1}, /c/{reference}' },
    },
    merchant,
  )

export async function payAsPerson(api: TestApi, session: OpenSession): Promise<void> {
  const card = await cardBody(api, '4242424242424242')
  const answer = await session.pay({ ...card, customer: TYPED })
  if (answer.status !== 200) throw new Error(`the session was not paid: ${answer.status}`)
}

/** The canaries that occur in any table, the simulated processor's included. */
export async function canariesIn(api: TestApi): Promise<string[]> {
  const [row] = await api.sql<{ all: string }>(
    `select string_agg(schema_to_xml(nspname, true, false, '')::text, '') as "all"
     from pg_namespace where nspname in ('public', 'simulator')`,
  )
  const all = row?.all ?? ''
  return ALL_CANARIES.filter((canary) => all.includes(canary))
}

/** The rows that money, orders and the audit log depend on. */
export async function booksOf(api: TestApi): Promise<unknown> {
  return await api.sql(
    `select (select json_agg(x order by x.id) from (
         select id, merchant_id, status, payment_status, currency, amount_minor, amount_refunded_minor, order_reference,
           details - 'customer' - 'prefill' as details, expires_at, created_at, completed_at, canceled_at, cancellation_reason,
           paid_late, attempts, event_sequence from sessions
       ) x) as sessions,
       (select json_agg(to_jsonb(p) - 'customer' order by p.id) from payments p) as payments,
       (select json_agg(r order by r.id) from refunds r) as refunds,
       (select json_agg(to_jsonb(e) - 'body' order by e.id) from events e) as events,
       (select json_agg(d order by d.id) from deliveries d) as deliveries,
       (select json_agg(to_jsonb(a) - 'response_excerpt' order by a.delivery_id, a.number) from delivery_attempts a)
         as attempts,
       (select json_agg(a order by a.sequence) from audit_log a) as audit`,
  )
}
