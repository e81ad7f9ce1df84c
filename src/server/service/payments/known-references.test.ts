import { expect, it } from 'vitest'
import { knownReferences } from './known-outcome.ts'

it('manners: keeps the references that the contract knows, and nothing else of a module', () => {
  const of = { txid: 't1', endToEndId: 7, boletoNumber: 'x'.repeat(201), card: '4242' }
  expect(knownReferences(JSON.parse(JSON.stringify(of)))).toEqual({ txid: 't1' })
  expect(knownReferences({})).toBeUndefined()
  expect(knownReferences(undefined)).toBeUndefined()
})
