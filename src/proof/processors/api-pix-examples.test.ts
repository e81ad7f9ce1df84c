import { describe, expect, it } from 'vitest'
import { EXAMPLES_ELSEWHERE } from '../documents/example-faults.ts'
import { examplesOf } from '../documents/examples.ts'
import { findOperation, type Operation } from '../documents/find-operation.ts'
import { follow, isObject, type Json, memberOf } from '../documents/json.ts'
import { readApiPix } from '../documents/read-documents.ts'
import type { HttpCall } from '#server/processors/http/http.ts'
import { NOT_MET } from './api-pix-examples/not-met.ts'
import { OUTCOMES } from './api-pix-examples/outcomes.ts'
import { play } from './api-pix-examples/play.ts'

const document = readApiPix()
const examples = new Map(
  examplesOf(document, EXAMPLES_ELSEWHERE).map(({ name, value }) => [name, value]),
)
const valueOf = (name: string): Json => {
  const value = examples.get(name)
  if (value === undefined) throw new Error(`the document has no example ${name}`)
  return value
}

const rows = Object.entries(OUTCOMES).flatMap(([name, outcomes]) =>
  outcomes.map((outcome) => ({ name, outcome, what: `${outcome.call} ${outcome.replies.join()}` })),
)
const read = rows.filter(({ outcome }) => outcome.sends === undefined)
const sent = rows.flatMap((row) =>
  row.outcome.sends === undefined ? [] : [{ ...row, sends: row.outcome.sends }],
)

describe('the 101 examples of API Pix 2.9.0', () => {
  it('stand in one table each: what the adapter makes of them, or why it never meets them', () => {
    const listed = [...Object.keys(OUTCOMES), ...NOT_MET.flatMap(({ names }) => names)]
    expect(listed).toHaveLength(101)
    expect(listed.toSorted()).toEqual([...examples.keys()].toSorted())
    expect(Object.values(OUTCOMES).filter((outcomes) => outcomes.length === 0)).toEqual([])
  })

  it.each(read)('$name: $what', async ({ outcome }) => {
    const { ended, left } = await play(outcome, valueOf)
    expect(ended).toEqual(outcome.ends)
    expect(left).toBe(0)
  })

  it.each(sent)('$name is what $outcome.call sends', async ({ name, outcome, sends }) => {
    const { asked } = await play(outcome, valueOf)
    const bodies = asked.flatMap(({ call, body }) =>
      body !== undefined && isOf(call, sends.what) ? [body] : [],
    )
    expect(bodies).toEqual([leaveOut(valueOf(name), sends.without)])
  })

  it('are played wherever the document has them as an answer to a request of the adapter', async () => {
    const played = new Set<string>()
    const used = new Map<string, Operation>()
    for (const { outcome } of rows) {
      const { asked } = await play(outcome, valueOf)
      for (const [index, { call }] of asked.entries()) {
        const operation = operationOf(call)
        used.set(operation.keys.join(' '), operation)
        const [status, example] = outcome.replies[index]?.split(' ') ?? []
        if (example !== undefined) played.add([...operation.keys, status, example].join(' '))
      }
    }
    const documented = [...used.values()].flatMap(answersOf)
    expect(used.size).toBe(8)
    expect([...played].toSorted()).toEqual(documented.toSorted())
  })

  it('have one field that no schema of the document has, and none knows elsewhere', async () => {
    const found = await Promise.all(rows.map(({ outcome }) => play(outcome, valueOf)))
    expect([...new Set(found.flatMap(({ unknownFields }) => unknownFields))]).toEqual([
      'GET /pix: pix.componentesValor.saque.prestadorDeServicoDeSaque',
    ])
  })
})

describe('an example of another system', () => {
  const charges = rows.filter(
    ({ name, outcome: { call, replies } }) =>
      call === 'inquire' && name.startsWith('cobResponse') && replies.length === 1,
  )
  it.each(charges)('$name is not read as the payment’s: $what', async ({ outcome }) => {
    const { ended } = await play(outcome, valueOf, (value) => value)
    expect(ended).toBe('ProcessorSilent: /cob/{txid} was answered with another charge')
  })

  it.each(['pixWebhook1', 'pixWebhook2', 'getPix1'])('%s is left out', async (name) => {
    const [outcome] = OUTCOMES[name] ?? []
    if (outcome === undefined) throw new Error(`no row for ${name}`)
    const { ended } = await play(outcome, valueOf, (value) => value)
    expect(ended).toEqual([])
  })
})

const API_PATH = '/api/v2'

function operationOf({ method, url }: HttpCall): Operation {
  const { pathname } = new URL(url)
  const found = findOperation(document, method, pathname.slice(API_PATH.length))
  if (found === undefined) throw new Error(`the document has no ${method} ${pathname}`)
  return found
}

/** The examples that the document has as answers of an operation. */
function answersOf({ keys, value }: Operation): string[] {
  return membersOf(value['responses']).flatMap(([status, response]) =>
    membersOf(memberOf(follow(document, response), 'content'))
      .flatMap(([, content]) => membersOf(memberOf(content, 'examples')))
      .map(([, example]) => [...keys, status, nameOf(example)].join(' ')),
  )
}

function membersOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : []
}

function nameOf(example: Json): string {
  const reference = memberOf(example, '$ref')
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : ''
}

function isOf(call: HttpCall, what: string): boolean {
  const [, path, method] = operationOf(call).keys
  return `${method?.toUpperCase()} ${path}` === what
}

/** A value without members such as `valor.original`. */
function leaveOut(value: Json, members: readonly string[], at = ''): Json {
  if (!isObject(value)) return value
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const own = at === '' ? name : `${at}.${name}`
    return members.includes(own) ? [] : [[name, leaveOut(member, members, own)] as const]
  })
  return Object.fromEntries(kept)
}
