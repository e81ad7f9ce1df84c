import type { MERCHANT_OPERATIONS } from '#contract/merchant-operations.ts'
import { typeScriptLiteral } from '#domain/code-literal.ts'
import type { SampleParts } from './sample-parts.ts'
import { addressOf } from './write-curl.ts'

/** How the published client makes a call. */
interface ClientCall {
  /** Such as `sessions.create`. */
  method: string
  /** The variable of the result in the sample, if there is one. */
  answer: string | undefined
  arguments(parts: SampleParts): readonly unknown[]
}

const pathValue =
  (...names: string[]) =>
  ({ pathValues }: SampleParts) =>
    names.map((name) => pathValues[name])
const query = ({ query }: SampleParts) => (Object.keys(query).length === 0 ? [] : [query])
const body = ({ body }: SampleParts) => (body === undefined ? [] : [body])
const nothing = () => []

/** The client's method for each operation, where it has one. */
const CLIENT_CALLS: Record<keyof typeof MERCHANT_OPERATIONS, ClientCall | undefined> = {
  readHealth: undefined,

  createSession: { method: 'sessions.create', answer: 'session', arguments: body },
  listSessions: { method: 'sessions.list', answer: 'sessions', arguments: query },
  readSession: { method: 'sessions.get', answer: 'session', arguments: pathValue('id') },
  cancelSession: {
    method: 'sessions.cancel',
    answer: 'session',
    arguments: (parts) => [...pathValue('id')(parts), ...body(parts)],
  },
  captureSession: {
    method: 'sessions.capture',
    answer: 'session',
    arguments: (parts) => [...pathValue('id')(parts), ...body(parts)],
  },
  voidSession: {
    method: 'sessions.void',
    answer: 'session',
    arguments: (parts) => [...pathValue('id')(parts), ...body(parts)],
  },
  createRefund: {
    method: 'sessions.refund',
    answer: 'refund',
    arguments: (parts) => [...pathValue('id')(parts), ...body(parts)],
  },

  listPayments: { method: 'sessions.payments', answer: 'payments', arguments: pathValue('id') },
  listRefunds: {
    method: 'sessions.refunds',
    answer: 'refunds',
    arguments: (parts) => [...pathValue('id')(parts), ...query(parts)],
  },
  readRefund: { method: 'refunds.get', answer: 'refund', arguments: pathValue('id') },

  listDisputes: { method: 'disputes.list', answer: 'disputes', arguments: query },
  readDispute: { method: 'disputes.get', answer: 'dispute', arguments: pathValue('id') },
  readDisputeEvidence: {
    method: 'disputes.evidence',
    answer: 'evidence',
    arguments: pathValue('id'),
  },
  listSessionDisputes: {
    method: 'sessions.disputes',
    answer: 'disputes',
    arguments: pathValue('id'),
  },

  listEvents: { method: 'events.list', answer: 'events', arguments: query },
  readEvent: { method: 'events.get', answer: 'event', arguments: pathValue('id') },
  replayEvent: { method: 'events.replay', answer: 'event', arguments: pathValue('id') },

  readClock: { method: 'sandbox.clock.read', answer: 'clock', arguments: nothing },
  setClock: { method: 'sandbox.clock.freeze', answer: 'clock', arguments: nothing },
  listNotifications: {
    method: 'sandbox.notifications.list',
    answer: 'notifications',
    arguments: query,
  },
  simulateSession: {
    method: 'sandbox.simulate',
    answer: 'session',
    arguments: (parts) => [...pathValue('id')(parts), ...body(parts)],
  },
}

/** A call with the published client, or with `fetch` where the client has no method. */
export function writeTypeScript(operationId: string, parts: SampleParts): string {
  const call = Object.entries(CLIENT_CALLS).find(([id]) => id === operationId)?.[1]
  return call === undefined ? writeFetch(parts) : writeClientCall(call, parts)
}

function writeClientCall(call: ClientCall, parts: SampleParts): string {
  const values = call.arguments(parts).map((value) => typeScriptLiteral(value))
  const made = `await checkout.${call.method}(${values.join(', ')})`
  return `import { CheckoutClient } from 'hosted-checkout'

const checkout = new CheckoutClient({
  apiKey: process.env['API_KEY'] ?? '',
  baseUrl: ${typeScriptLiteral(parts.baseUrl)},
})

${call.answer === undefined ? '' : `const ${call.answer} = `}${made}`
}

function writeFetch(parts: SampleParts): string {
  const { method, needsKey, headers, body } = parts
  const sent = {
    ...headers,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const lines = Object.entries(sent).map(
    ([name, value]) => `    ${typeScriptLiteral(name)}: ${typeScriptLiteral(value)},`,
  )
  if (needsKey) lines.unshift(`    'X-Api-Key': process.env['API_KEY'] ?? '',`)
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${typeScriptLiteral(method)},`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${typeScriptLiteral(body, 2)}),`]),
  ]
  const init = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const answer = await fetch(${typeScriptLiteral(addressOf(parts))}${init})

console.log(answer.status, await answer.json())`
}
