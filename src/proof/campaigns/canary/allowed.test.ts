import { describe, expect, it } from 'vitest'
import { judge } from './allowed.ts'
import type { Finding } from './scan.ts'

const KEY: Finding = {
  sink: 'commands',
  document: 'keys issue --merchant 1 --json (standard output)',
  secret: 'key of norte',
  kind: 'api key',
  encoding: 'plain',
  packed: '',
  offset: 0,
  row: 1,
}
const REFERENCE: Finding = {
  ...KEY,
  sink: 'answers to callers',
  document: 'to norte: POST /v1/sessions 201',
  secret: 'reference of norte for Pix',
  kind: 'reference',
}
const NUMBER: Finding = { ...KEY, kind: 'card number', secret: 'number of the 3. card' }
const RETURNED: Finding = { ...KEY, kind: 'returned', secret: 'what came back by GET' }
const MASTER_KEY: Finding = { ...KEY, kind: 'master key', secret: 'first MASTER_KEY' }

describe('a secret belongs', () => {
  it.each<[string, Finding]>([
    ['a new key, on standard output', KEY],
    [
      'what came back from a challenge, with its payment',
      { ...RETURNED, sink: 'database', document: 'public.payments.returned' },
    ],
    ['a reference, in what its merchant is answered', REFERENCE],
    [
      'a reference, in a response to its merchant',
      { ...REFERENCE, sink: 'notifications', document: 'to /hooks/norte' },
    ],
    [
      'a reference, in its own page',
      {
        ...REFERENCE,
        sink: 'answers to browsers',
        document: 'GET http://localhost:1/c/{reference of norte for Pix}?from=form 200',
      },
    ],
    [
      'a reference, where the bank sends its shopper back',
      {
        ...REFERENCE,
        secret: 'reference of norte for a challenge in a browser',
        sink: "processor's books",
        document: 'simulator.payments.return_url',
      },
    ],
  ])('%s', (_name, finding) => {
    expect(judge([finding]).leaks).toEqual([])
  })
})

describe('a secret is a leak', () => {
  it.each<[string, Finding]>([
    ['S-09: a key, in a list', { ...KEY, document: 'keys list (standard output)' }],
    ['S-09: a key, on standard error', { ...KEY, document: 'keys issue (standard error)' }],
    ['S-09: a key, in the log', { ...KEY, sink: 'log', document: 'serve 1' }],
    [
      'S-09: a key, in the database',
      { ...KEY, sink: 'database', document: 'public.api_keys.hash' },
    ],
    [
      'S-55: a reference, in a response to another merchant',
      { ...REFERENCE, document: 'to sul: GET /v1/sessions 200' },
    ],
    [
      'S-55: a reference, in the notification of another merchant',
      { ...REFERENCE, sink: 'notifications', document: 'to /hooks/sul' },
    ],
    [
      'S-55: a reference, in the page of another session that has it in its query',
      {
        ...REFERENCE,
        sink: 'answers to browsers',
        document:
          'GET http://localhost:1/c/{reference of norte for card 2}?x={reference of norte for Pix} 200',
      },
    ],
    [
      'S-55: a reference, sent to a merchant by a browser',
      { ...REFERENCE, sink: 'requests to merchants', document: 'GET http://localhost:2/ok' },
    ],
    ['S-55: a reference, in the log', { ...REFERENCE, sink: 'log', document: 'serve 1' }],
    [
      'S-55: a reference, kept by the processor where no bank asks',
      { ...REFERENCE, sink: "processor's books", document: 'simulator.payments.return_url' },
    ],
    [
      'S-63: a master key, in the build',
      { ...MASTER_KEY, sink: 'build', document: 'dist/sandbox/a.js' },
    ],
    ['R-107: what came back, in the log', { ...RETURNED, sink: 'log', document: 'serve 1' }],
    [
      'R-107: what came back, in an event',
      { ...RETURNED, sink: 'database', document: 'public.events.payload' },
    ],
    ['S-65: a number, in the log', { ...NUMBER, sink: 'log', document: 'serve 1' }],
    [
      'S-65: a number, in the page',
      { ...NUMBER, sink: 'answers to browsers', document: 'GET http://localhost:1/c/{x} 200' },
    ],
    [
      'S-65: a number, in the database',
      { ...NUMBER, sink: 'database', document: 'public.payments.card' },
    ],
  ])('%s', (_name, finding) => {
    expect(judge([finding]).leaks).toEqual([finding])
  })

  it('S-09: a new key that is printed twice', () => {
    expect(judge([KEY, { ...KEY, offset: 90 }])).toEqual({
      leaks: [{ ...KEY, offset: 90 }],
      allowed: { 'a key is shown once, when it is made': 1 },
    })
  })
})
