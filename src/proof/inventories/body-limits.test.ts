import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DASHBOARD_ACTIONS } from '#contract/dashboard/actions.ts'
import { PasskeyAssertion } from '#contract/dashboard/passkeys.ts'
import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS } from '#contract/operations.ts'
import type { Operation } from '#contract/operation.ts'

type Schema = z.core.JSONSchema.BaseSchema

const BASE64URL = String.raw`^[\w-]+$`
const CHARACTER_BYTES = 4
/** Of a text whose pattern bounds it, such as an id or a time. */
const BY_PATTERN = 64

/** The bytes of the largest JSON that a schema allows, without spaces. */
function largestOf(schema: Schema | boolean | undefined): number {
  if (schema === undefined || typeof schema === 'boolean') return 0
  const bounded = schema['x-max-bytes']
  if (typeof bounded === 'number') return bounded
  const { anyOf, oneOf, allOf, properties = {}, propertyNames, additionalProperties } = schema
  const parts = [anyOf, oneOf].flatMap((of) => of ?? []).map(largestOf)
  const ofFields = Object.entries(properties).map(([name, of]) => name.length + 4 + largestOf(of))
  const entry = largestOf(propertyNames) + 4 + largestOf(additionalProperties)
  const own = {
    string: 2 + textOf(schema),
    array: 2 + (schema.maxItems ?? 1) * (1 + largestOf(schema.items as Schema)),
    object: 2 + sum(ofFields) + (schema['maxProperties'] ?? 0) * entry,
  }
  const type = typeof schema.type === 'string' ? schema.type : ''
  const ofType = type in own ? own[type as keyof typeof own] : 20
  return Math.max(ofType, ...parts) + sum((allOf ?? []).map(largestOf))
}

function textOf({ maxLength, format, pattern, enum: names }: Schema): number {
  if (names !== undefined) return Math.max(...names.map((name) => String(name).length))
  const isAscii = format?.startsWith('uri') === true || format === 'email' || pattern === BASE64URL
  if (maxLength !== undefined) return maxLength * (isAscii ? 1 : CHARACTER_BYTES)
  return pattern === undefined && format === undefined ? 0 : BY_PATTERN
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const input = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })

describe('F-13: what the contract allows in each field fits into a body', () => {
  const operations = Object.entries<Operation>(OPERATIONS).filter(([, { body }]) => body)
  it.each(operations)('of the call %s', (_, { body = z.null(), bodyBytesMax }) => {
    expect(largestOf(input(body))).toBeLessThanOrEqual(bodyBytesMax ?? LIMITS.bodyBytesMax)
  })

  it.each(Object.entries(DASHBOARD_ACTIONS))('of the dashboard action %s', (_, action) => {
    const signature = action.signed ? largestOf(input(PasskeyAssertion)) : 0
    expect(largestOf(input(action.input)) + signature).toBeLessThanOrEqual(LIMITS.bodyBytesMax)
  })
})
