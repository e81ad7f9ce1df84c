import { anything, assert, property, string } from 'fast-check'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { createLog } from './log.ts'

const bytes = (length: number) => new Uint8Array(length).fill(7)
const API_KEY = makeApiKey('production', bytes)
const WEBHOOK_SECRET = makeWebhookSecret(bytes)
const REFERENCE = '4hZ9kQ2mVx7Lr1TbYw5Ns8Pd3Fj6Gc0Ae'
const JWE = 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.bWFk.aXY.Y2lwaGVydGV4dA.dGFn'
const SECRETS = [
  'Ana Souza',
  'ana.souza@example.com',
  '529.982.247-25',
  '52998224725',
  '11.222.333/0001-81',
  '+5511998765432',
  'psp_live_9f8e7d6c5b4a',
  'pass-w0rd',
  API_KEY,
  WEBHOOK_SECRET,
  REFERENCE,
  JWE,
]

function logged(fields: object, message = 'a request broke'): string {
  let text = ''
  createLog('trace', { write: (line) => void (text += line) }).error(fields, message)
  return text
}

/** As axios makes them. */
function httpError(message: string) {
  const data = JSON.stringify({ name: 'Ana Souza', taxId: '52998224725', card: JWE })
  const config = {
    url: `https://psp.example/charges?customer=ana.souza@example.com`,
    headers: { Authorization: 'Bearer psp_live_9f8e7d6c5b4a', 'X-Api-Key': API_KEY },
    data,
  }
  const response = { status: 401, data, config, request: { path: `/c/${REFERENCE}` } }
  return Object.assign(new Error(message), {
    code: 'ERR_BAD_REQUEST',
    config,
    response,
    isAxiosError: true,
  })
}

/** As pg makes them. */
function databaseError(message: string, code: string) {
  return Object.assign(new DatabaseError(message, message.length, 'error'), {
    code,
    severity: 'ERROR',
    detail: 'Failing row contains (Ana Souza, ana.souza@example.com, 52998224725).',
    where: `unnamed portal parameter $1 = '${REFERENCE}'`,
    internalQuery: `select '${WEBHOOK_SECRET}'`,
    hint: JWE,
    constraint: 'amount_is_positive',
    table: 'sessions',
  })
}

const expectNone = (text: string) => {
  for (const secret of SECRETS) expect(text).not.toContain(secret)
}

// tests guard: serialized-errors

describe('S-115: an error in the log', () => {
  it('has type, message, code, constraint, stack and cause, and nothing else that it carries', () => {
    const cause = httpError('Request failed with status code 401')
    const error = new Error('the processor refused', { cause })
    const text = logged({ err: Object.assign(error, { detail: 'Ana Souza' }) })
    expectNone(text)
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: 'Error',
        message: 'the processor refused',
        stack: expect.stringMatching(/^Error: the processor refused\n\s+at .*serialize-error/),
        cause: {
          type: 'Error',
          message: 'Request failed with status code 401',
          code: 'ERR_BAD_REQUEST',
        },
      },
    })
    const { err } = JSON.parse(text) as { err: { cause: object } }
    expect(Object.keys(err).toSorted()).toEqual(['cause', 'message', 'stack', 'type'])
    expect(Object.keys(err.cause).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
  })

  it('of PostgreSQL keeps code and constraint, and no value', () => {
    const violated = logged({ err: databaseError('new row violates check constraint', '23514') })
    expectNone(violated)
    expect(JSON.parse(violated)).toMatchObject({
      err: { type: 'DatabaseError', code: '23514', constraint: 'amount_is_positive' },
    })
    const data = databaseError('invalid input syntax for type integer: "Ana Souza"', '22P02')
    const text = logged({ err: data })
    expectNone(text)
    expect(text).toContain('invalid input syntax for type integer: \\"…\\"')
  })

  it.each(SECRETS.slice(1))('has no %s in its message, stack and cause', (secret) => {
    for (const message of [
      `request to https://psp.example/c/${secret}?customer=${secret} failed`,
      `Authorization: Bearer ${secret}`,
      `unexpected\n${secret}\nin the answer`,
      `https://merchant:${secret}@psp.example/`,
    ]) {
      const isNamed = /Bearer|merchant:/.test(message) || !secret.startsWith('pass')
      if (!isNamed) continue
      expectNone(logged({ err: new Error(message, { cause: message }) }))
      expectNone(logged({ err: message }))
      expectNone(logged({ err: { message, config: { message: 'Ana Souza' } } }))
      expectNone(logged({ reason: new Error(message) }))
      expectNone(logged({ failures: [{ why: httpError(message) }] }))
      expect(logged({ err: new Error(message) })).toContain('a request broke')
    }
  })

  it('keeps what is no secret', () => {
    const message =
      'connect ECONNREFUSED 10.0.0.7:5432 for pay_0350qmKLMuJ9K1lrKhvHIu at 2026-11-20T16:42:07.000Z in https://psp.example/charges'
    const stack =
      'at x (/srv/node_modules/.pnpm/pg@8.23.1/node_modules/@hono/node-server/index.js:1:2)'
    const error = Object.assign(new TypeError(message), {
      stack: `TypeError: ${message}\n    ${stack}`,
    })
    expect(
      JSON.parse(logged({ err: error, host: 'hooks.example', amount: 52_998_224_725 })),
    ).toMatchObject({
      err: { type: 'TypeError', message, stack: `TypeError: ${message}\n    ${stack}` },
      host: 'hooks.example',
      amount: 52_998_224_725,
    })
  })

  it('is one line of JSON whatever was thrown', () => {
    assert(
      property(anything(), string(), (thrown, message) => {
        const error = Object.assign(new Error(message), {
          cause: thrown,
          code: thrown,
          name: thrown,
        })
        for (const err of [thrown, error]) expect(JSON.parse(logged({ err }))).toBeTypeOf('object')
      }),
    )
    const circular: Error = new Error('around')
    circular.cause = circular
    expect(logged({ err: circular }).length).toBeLessThan(4096)
  })
})
