import { assert, dictionary, maxSafeInteger, oneof, property, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { redactCardNumbers } from './redact-secrets.ts'

/** Logs a record and parses its line. */
function logged(what: object, message = ''): Record<string, unknown> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(what, message)
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

describe('the log', () => {
  it.each([
    ['4242424242424242', '[card …4242]'],
    ['4242 4242 4242 4242', '[card …4242]'],
    ['4242-4242-4242-4242', '[card …4242]'],
    ['378282246310005', '[card …0005]'],
    ['GET /c/4242424242424242?card=4242424242424242&x', 'GET /c/[card …4242]?card=[card …4242]&x'],
    ['number:\n4242424242424242', 'number:\n[card …4242]'],
    ['{"number":"4242424242424242"}', '{"number":"[card …4242]"}'],
  ])('S-65: redacts a card number in: %s', (text, redacted) => {
    expect(logged({ deep: [{ text }] }, text)).toMatchObject({
      deep: [{ text: redacted }],
      msg: redacted,
    })
    const { err } = logged({ err: new Error(text) })
    expect(err).toMatchObject({ message: redacted })
  })

  it('S-65: redacts a card number as a JSON number and in a field name', () => {
    expect(logged({ amount: 4_242_424_242_424_242 })).toMatchObject({ amount: '[card …4242]' })
    expect(logged({ '4242424242424242': 1 })).toMatchObject({ '[card …4242]': 1 })
  })

  it.each([
    ['what fails the check digit', '4242424242424243'],
    ['the number of no brand', '9999999999999995'],
    ['an id with letters', 'pay_04242424242424242'],
    ['a part of a longer number', '0000014242424242424242424200000000'],
    ['a UUID', '8f14e45f-4242-4242-4242-424242424242'],
    ['a time in milliseconds', 1_795_203_727_000],
    ['a boleto', '23793381286008301352856000063307789840000025990'],
    ['the number of a telephone', '+5511998765432'],
  ])('keeps %s', (_name, what) => {
    expect(logged({ what })).toMatchObject({ what })
  })

  it('stays JSON for any record', () => {
    const text = stringMatching(/^[\d "\\,:{}[\]-]{0,60}$/)
    assert(
      property(dictionary(text, oneof(text, maxSafeInteger())), (what) => {
        const line = redactCardNumbers(JSON.stringify(what))
        expect(JSON.parse(line)).toBeTypeOf('object')
      }),
    )
  })
})
