import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'

import {
  databaseError,
  DatabaseUnavailable,
  isSerializationFailure,
  spoilsConnection,
  violatedConstraint,
} from './database-errors.ts'

function answer(code: string, details: Partial<DatabaseError> = {}): DatabaseError {
  return Object.assign(new DatabaseError('message', 4, 'error'), {
    code,
    severity: 'ERROR',
    ...details,
  })
}

const systemError = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

describe('databaseError', () => {
  it.each([
    '08006',
    '25006',
    '28P01',
    '3D000',
    '40001',
    '40P01',
    '53100',
    '53200',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '58030',
  ])('makes SQLSTATE %s unavailability, with its cause', (code) => {
    const cause = answer(code)
    expect(databaseError(cause)).toBeInstanceOf(DatabaseUnavailable)
    expect(databaseError(cause)).toHaveProperty('cause', cause)
  })

  it.each(['22P02', '23505', '23514', '25P02', '42P01', '42601', '0A000'])(
    'leaves SQLSTATE %s as it is',
    (code) => {
      const error = answer(code)
      expect(databaseError(error)).toBe(error)
    },
  )

  it('maps state 55000 only when the database accepts no connections', () => {
    const closed = answer('55000', { severity: 'FATAL' })
    expect(databaseError(closed)).toBeInstanceOf(DatabaseUnavailable)
    const refused = answer('55000')
    expect(databaseError(refused)).toBe(refused)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])(
    'makes %s unavailability',
    (code) => {
      expect(databaseError(systemError(code))).toBeInstanceOf(DatabaseUnavailable)
    },
  )

  it('has a message even when every address of a host refused', () => {
    const error = databaseError(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }))
    expect(error).toMatchObject({
      name: 'DatabaseUnavailable',
      message: 'No connection to the database',
    })
  })

  it.each([new TypeError('x is not a function'), new RangeError('5 is no safe integer'), 'text'])(
    'leaves a defect as it is: %s',
    (error) => {
      expect(databaseError(error)).toBe(error)
    },
  )
})

describe('classification of an error, wrapped or not', () => {
  it('knows serialization failures and deadlocks', () => {
    expect(isSerializationFailure(answer('40001'))).toBe(true)
    expect(isSerializationFailure(databaseError(answer('40P01')))).toBe(true)
    expect(isSerializationFailure(answer('23505'))).toBe(false)
  })

  it('knows a lost connection', () => {
    expect(spoilsConnection(databaseError(answer('57P01', { severity: 'FATAL' })))).toBe(true)
    expect(spoilsConnection(answer('0A000', { routine: 'RevalidateCachedQuery' }))).toBe(true)
    expect(spoilsConnection(systemError('ECONNRESET'))).toBe(true)
    expect(spoilsConnection(databaseError(new Error('Query read timeout')))).toBe(true)
    expect(spoilsConnection(answer('23505'))).toBe(false)
    expect(spoilsConnection(databaseError(answer('55P03')))).toBe(false)
    expect(spoilsConnection(new RangeError('5 is no safe integer'))).toBe(false)
  })

  it('names a violated constraint', () => {
    expect(violatedConstraint(answer('23505', { constraint: 'one_live_attempt' }))).toBe(
      'one_live_attempt',
    )
    expect(violatedConstraint(answer('42P01', { constraint: 'one_live_attempt' }))).toBeUndefined()
    expect(violatedConstraint(new Error('23505'))).toBeUndefined()
  })
})
