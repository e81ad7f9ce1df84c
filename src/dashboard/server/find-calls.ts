import {
  TypedText,
  type FindAnswer,
  type FindHit,
  type IdentifiedKeyAnswer,
  type KeyRecord,
} from '#contract/dashboard/find.ts'
import { standing } from '#domain/standing.ts'
import { find, type Hit, type SessionHit } from '#server/service/find/find.ts'
import { identifyKey, type IdentifiedKey } from '#server/service/keys/identify-key.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import { within, type Answer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, scopesOf } from './scope-of.ts'

/** Registers the calls that search for a text, and that tell whose API key a pasted text is. */
export function addFindCalls(
  calls: Calls,
  { context: service, guesses, limits }: Pick<DashboardOptions, 'context' | 'guesses' | 'limits'>,
): void {
  calls.changeOpen('/api/find', TypedText, async (_call, { text }, session) =>
    within(limits.countFind(session.userId), () => findFor(session, text)),
  )

  async function findFor(session: SignedIn, text: string): Promise<Answer> {
    const actor = { kind: 'user', userId: session.userId, dashboardAction: 'find' } as const
    const answers = await Promise.all(
      scopesOf(session, 'payments:read').map((scope) =>
        // A list never shows personal data in full, whatever the person's role is.
        find({ ...service, actor }, scope, { text, showsPersons: false }),
      ),
    )
    const searched = answers.filter((answer) => answer.isSearched)
    const data: FindAnswer = {
      isSearched: searched.length === answers.length,
      hits: searched.flatMap(({ hits }) => hits.flatMap((hit) => shown(hit, session))),
      hasMore: searched.some(({ hasMore }) => hasMore),
    }
    return { data }
  }

  calls.changeOpen('/api/keys/identify', TypedText, async ({ network }, { text }, session) => {
    const answers = await Promise.all(
      scopesOf(session, 'keys:read').map((scope) => identifyKey(service, scope, text)),
    )
    const known = answers.find(({ outcome }) => outcome === 'known')
    const answer = known ?? answers[0] ?? { outcome: 'unknown' }
    if (answer.outcome !== 'unknown') return { data: identified(answer) }
    const retryAfterSeconds = guesses.count(network)
    return retryAfterSeconds === undefined
      ? { data: identified(answer) }
      : { refused: 'rate_limited', retryAfterSeconds }
  })
}

function identified(answer: IdentifiedKey): IdentifiedKeyAnswer {
  return answer.outcome === 'known' ? { outcome: 'known', key: keyOf(answer.key) } : answer
}

/** A hit as the page gets it; empty when the person's role does not include it. */
function shown(hit: Hit, session: SignedIn): FindHit[] {
  const { id, why } = hit
  switch (hit.kind) {
    case 'session':
      return [sessionOf(hit)]
    case 'merchant':
      return [{ kind: 'merchant', id, why, name: hit.name }]
    case 'event': {
      const { type, merchantId, merchantName, createdAt } = hit
      return mayAt(session, 'deliveries:read', merchantId)
        ? [
            {
              kind: 'event',
              id,
              why,
              type,
              merchantId,
              merchantName,
              createdAt: createdAt.toISOString(),
            },
          ]
        : []
    }
    case 'apiKey':
      return mayAt(session, 'keys:read', hit.apiKey.merchantId)
        ? [{ kind: 'key', id, why, key: keyOf(hit.apiKey) }]
        : []
  }
}

function sessionOf({ payment, customer, ...session }: SessionHit): FindHit {
  const { email, name, phone, taxId } = customer
  return {
    kind: 'session',
    id: session.id,
    why: session.why,
    merchantId: session.merchantId,
    merchantName: session.merchantName,
    orderReference: session.orderReference,
    standing: standing(session, payment),
    createdAt: session.createdAt.toISOString(),
    payment: payment && {
      id: payment.id,
      method: payment.method,
      cardLastFour: payment.cardLastFour,
      declineCode: payment.declineCode,
      createdAt: new Date(payment.createdAt).toISOString(),
    },
    customer: {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(taxId !== undefined && { taxId }),
    },
  }
}

type Record = (IdentifiedKey & { outcome: 'known' })['key']

function keyOf({ id, lastFour, merchantId, ...times }: Record): KeyRecord {
  const written = (time: Date | null) => time?.toISOString() ?? null
  return {
    id,
    lastFour,
    merchantId,
    createdAt: times.createdAt.toISOString(),
    lastUsedAt: written(times.lastUsedAt),
    expiresAt: written(times.expiresAt),
    revokedAt: written(times.revokedAt),
  }
}
