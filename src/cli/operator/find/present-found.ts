import type { Reading } from '#domain/find-query.ts'
import { formatMoney } from '#domain/money.ts'
import { standing } from '#domain/standing.ts'
import type { FindAnswer, Hit, SessionHit } from '#server/service/find/find.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { standingText } from '../standing-text.ts'
import { KEY_HEADS, keyDocument, keyRow } from '../keys/present-key.ts'

type Found = Extract<FindAnswer, { isSearched: true }> & { now: Date }

const WORDS: Readonly<Record<Reading['kind'], string>> = {
  id: 'id',
  reference: 'link',
  endToEndId: 'end-to-end id',
  email: 'e-mail',
  taxId: 'tax id',
  phone: 'phone',
  lastFour: 'last four digits and amount',
  slip: 'slip',
  merchantId: 'merchant',
  amount: 'amount',
  order: 'order',
  merchantName: "merchant's name",
  processorReference: 'name at the processor',
}

/** What was searched for, without the text itself. */
export function readingsText(readings: readonly Reading[]): string {
  if (readings.length === 0) return 'That means nothing that can be found.'
  return `Searched as: ${readings.map(({ kind }) => WORDS[kind]).join(', ')}.`
}

/** What was found, as JSON. */
export function findDocument({ readings, hits, hasMore, now }: Found) {
  return {
    searchedAs: readings.map(({ kind }) => kind),
    found: hits.map((hit) => documentOf(hit, now)),
    hasMore,
  }
}

function documentOf(hit: Hit, now: Date): object {
  const { kind, why } = hit
  switch (hit.kind) {
    case 'session': {
      const { kind: _, why: __, id, payment, ...session } = hit
      const { id: paymentId, ...rest } = payment ?? {}
      const known = payment === null ? null : { paymentId, ...rest }
      const is = standing(session, payment)
      return { kind, why, sessionId: id, standing: is, ...session, payment: known }
    }
    case 'event': {
      const { kind: _, why: __, id, ...event } = hit
      return { kind, why, eventId: id, ...event }
    }
    case 'merchant':
      return { kind, why, merchantId: hit.id, name: hit.name }
    case 'apiKey':
      return { kind, why, key: keyDocument(hit.apiKey, now) }
  }
}

const SESSION_HEADS = 'STATE|AMOUNT|PAID BY|WHEN|ORDER|MERCHANT|CUSTOMER|SESSION|FOUND BY'.split(
  '|',
)

/** Prints a table for each kind that was found. */
export function printFound(terminal: Terminal, { hits, now }: Found): void {
  if (hits.length === 0) printNotice(terminal, 'Nothing was found.')
  const sessions = hits.filter((hit) => hit.kind === 'session')
  if (sessions.length > 0) print(terminal, table(SESSION_HEADS, sessions.map(sessionRow)))
  const events = hits.filter((hit) => hit.kind === 'event')
  if (events.length > 0)
    print(
      terminal,
      table(
        ['EVENT', 'TYPE', 'SESSION', 'MERCHANT', 'CREATED'],
        events.map((hit) => [
          hit.id,
          hit.type,
          hit.sessionId ?? '-',
          hit.merchantName,
          time(hit.createdAt),
        ]),
      ),
    )
  const merchants = hits.filter((hit) => hit.kind === 'merchant')
  if (merchants.length > 0)
    print(
      terminal,
      table(
        ['MERCHANT', 'NAME'],
        merchants.map(({ id, name }) => [id, name]),
      ),
    )
  const keys = hits.filter((hit) => hit.kind === 'apiKey')
  if (keys.length > 0)
    print(
      terminal,
      table(
        KEY_HEADS,
        keys.map(({ apiKey }) => keyRow(apiKey, now)),
      ),
    )
}

function sessionRow(hit: SessionHit): string[] {
  const { payment, customer } = hit
  return [
    stateOf(hit),
    formatMoney(standing(hit, payment).charged, 'en'),
    methodOf(payment),
    time(payment === null ? hit.createdAt : new Date(payment.createdAt)),
    hit.orderReference ?? '-',
    hit.merchantName,
    customer.email ??
      customer.name ??
      customer.taxId ??
      (hit.personalDataRemovedAt ? 'removed' : '-'),
    hit.id,
    hit.why.map((kind) => WORDS[kind]).join(', '),
  ]
}

/** The standing of the payment found: a declined payment is shown as declined even if another one paid its session. */
function stateOf(hit: SessionHit): string {
  const { payment } = hit
  const is = standing(hit, payment)
  const text = standingText(is)
  if (payment === null) return `${text}, nobody pressed pay`
  const why = is.word === 'declined' && payment.declineCode ? `: ${payment.declineCode}` : ''
  return `${text}${why}${payment.late ? ' (late money)' : ''}`
}

function methodOf(payment: SessionHit['payment']): string {
  if (payment === null) return '-'
  const { method, cardBrand, cardLastFour } = payment
  return cardLastFour === null ? method : `${cardBrand ?? method} ${cardLastFour}`
}
