import { describe, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi.ts'
import { API_URL } from '../../testing/api-url.ts'
import { readDocument } from './document.ts'
import { createJudge, type Received, type Sent } from './judge.ts'

const document = readDocument(
  JSON.stringify(
    openApiDocument({ environment: 'sandbox', apiUrl: API_URL, version: '0', isWhole: true }),
  ),
)
const judge = createJudge(document)
const REQUEST_ID = 'req_0Tq4mFhZ7Rk2vXw9s'
const HEADERS = {
  'X-Request-Id': REQUEST_ID,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
const HEALTH = { method: 'GET', path: '/v1/health', body: undefined }
const CLOCK = { method: 'POST', path: '/v1/sandbox/clock', body: '{"action":"resume"}' }
const HEALTHY = { status: 'ok', environment: 'sandbox' }

function answered(status: number, body: unknown, headers: Record<string, string> = {}): Received {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return {
    status,
    headers: new Headers({ ...HEADERS, 'Content-Type': type, ...headers }),
    text: JSON.stringify(body),
    body,
  }
}

function refused(status: number, code: string, detail = 'No.'): Received {
  const title = 'Refused'
  const problem = { type: `/docs#${code}`, title, status, detail, code, requestId: REQUEST_ID }
  return answered(status, problem)
}

const example = (id: string, status: string) => {
  const call = document.calls.find((one) => one.id === id)
  const media = call?.responses[status]?.content?.['application/json']
  return Object.values(media?.examples ?? {})[0]?.value as object
}
const CLOCKED = answered(200, example('setClock', '200'))

const SESSION = {
  ...(example('readSession', '200') as { id: string }),
  metadata: { cart: '77' },
}
const SESSIONS = answered(200, { object: 'list', data: [SESSION], hasMore: false })

describe('the judge of the fuzz campaign (S-22, S-27, S-33)', () => {
  it.each<[string, Sent, Received]>([
    ['an answer', HEALTH, answered(200, HEALTHY)],
    ['an answer to a body', CLOCK, CLOCKED],
    [
      'a filter by metadata',
      { method: 'GET', path: '/v1/sessions?limit=1&metadata%5Bcart%5D=77', body: undefined },
      SESSIONS,
    ],
    [
      'a parameter that its call does not know, by the name of a filter of another call',
      { method: 'POST', path: '/v1/sandbox/clock?metadata=1', body: CLOCK.body },
      CLOCKED,
    ],
    ['a refusal', CLOCK, refused(422, 'validation_failed')],
    ['no such address', { ...HEALTH, path: '/v1/nothing' }, refused(404, 'not_found')],
  ])('finds nothing wrong with %s as documented', (_, sent, received) => {
    expect(judge(sent, received)).toEqual([])
  })

  it.each<[string, Sent, Received, string]>([
    ['a handler that threw', CLOCK, refused(500, 'internal_error'), 'the status is 500'],
    ['an undocumented status', CLOCK, refused(404, 'not_found'), 'documents no status 404'],
    ['a status of another kind', HEALTH, answered(204, HEALTHY), 'documents no status 204'],
    [
      'a code that belongs to another call',
      CLOCK,
      refused(409, 'already_paid'),
      'setClock documents no already_paid under 409',
    ],
    [
      'a field of another type',
      HEALTH,
      answered(200, { ...HEALTHY, status: 1 }),
      'the body is not as documented',
    ],
    [
      'an undocumented field',
      HEALTH,
      answered(200, { ...HEALTHY, secret: 'x' }),
      'must NOT have additional properties',
    ],
    ['a field too few', HEALTH, answered(200, { status: 'ok' }), 'must have required property'],
    [
      'a body that the document refuses',
      { ...CLOCK, body: '{"action":"resume","isAdmin":true}' },
      CLOCKED,
      'accepted a body that is not as documented',
    ],
    ['a body that is no JSON', { ...CLOCK, body: '{' }, CLOCKED, 'accepted what is no JSON'],
    [
      'a query that the document refuses',
      { method: 'GET', path: '/v1/events?limit=0x10', body: undefined },
      answered(200, { object: 'list', data: [], hasMore: false }),
      'accepted limit=0x10',
    ],
    [
      'a list with an item that a filter leaves out',
      { method: 'GET', path: '/v1/sessions?metadata%5Bcart%5D=78', body: undefined },
      SESSIONS,
      `listed ${SESSION.id}, which metadata leaves out`,
    ],
    [
      'a filter by metadata that is no object',
      { method: 'GET', path: '/v1/sessions?metadata%5Bcart%5D=77&metadata=1', body: undefined },
      answered(200, { object: 'list', data: [], hasMore: false }),
      'accepted metadata=1',
    ],
    [
      'an answer that is kept',
      HEALTH,
      answered(200, HEALTHY, { 'Cache-Control': 'max-age=60' }),
      'the header cache-control is max-age=60',
    ],
    [
      'an answer without a name',
      HEALTH,
      answered(200, HEALTHY, { 'X-Request-Id': '' }),
      'there is no header X-Request-Id',
    ],
    [
      'what the server is',
      HEALTH,
      answered(200, HEALTHY, { Server: 'x' }),
      'there is a header server',
    ],
    [
      'a statement that shows',
      CLOCK,
      refused(422, 'validation_failed', 'insert into sessions'),
      'gives away',
    ],
    [
      'a stack that shows',
      CLOCK,
      refused(422, 'validation_failed', 'at f (/srv/api.js:1:2)'),
      'gives away',
    ],
    [
      'an answer to what is no call',
      { ...HEALTH, method: 'DELETE' },
      answered(200, HEALTHY),
      'what is no call is answered with 200',
    ],
    [
      'a wrong method without those that are right',
      { ...HEALTH, method: 'DELETE' },
      refused(405, 'method_not_allowed'),
      'Allow says , not GET',
    ],
  ])('catches %s', (_, sent, received, fault) => {
    expect(judge(sent, received).join('\n')).toContain(fault)
  })
})
