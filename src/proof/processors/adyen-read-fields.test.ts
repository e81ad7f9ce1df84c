import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '#server/processors/adyen/answer.ts'
import { PaymentMethods } from '#server/processors/adyen/checks.ts'
import { NotificationItem } from '#server/processors/adyen/messages.ts'
import { Received } from '#server/processors/adyen/modification.ts'
import { PaymentAnswer } from '#server/processors/adyen/payment-answer.ts'
import { NotificationBody, Signed } from '#server/processors/adyen/read-notification.ts'
import { follow, isObject, memberOf, valueAt, type Json } from '../documents/json.ts'
import { readAdyenCheckout, readAdyenWebhooks } from '../documents/read-documents.ts'
import checkoutExamples from './adyen-examples/checkout.json' with { type: 'json' }

const CHECKOUT = readAdyenCheckout()
const WEBHOOKS = readAdyenWebhooks()
const WEBHOOK_SCHEMAS = Object.keys(Object(valueAt(WEBHOOKS, '#/components/schemas')))
const ITEM = /RequestItem$/
const ADDITIONAL_DATA = /AdditionalData$/

/** Each form in which Adyen's answers and webhooks are read, and the schemas that it is of. */
const READ: readonly [what: string, form: z.ZodType, document: Json, schemas: readonly string[]][] =
  [
    ['a payment', PaymentAnswer, CHECKOUT, ['PaymentResponse', 'PaymentDetailsResponse']],
    [
      'a modification',
      Received,
      CHECKOUT,
      [
        'PaymentCaptureResponse',
        'PaymentRefundResponse',
        'PaymentReversalResponse',
        'StandalonePaymentCancelResponse',
      ],
    ],
    ['methods of payment', PaymentMethods, CHECKOUT, ['PaymentMethodsResponse']],
    ['an error', ServiceError, CHECKOUT, ['ServiceError']],
    ['a webhook', NotificationBody, WEBHOOKS, WEBHOOK_SCHEMAS],
    ['an item', NotificationItem, WEBHOOKS, WEBHOOK_SCHEMAS.filter((name) => ITEM.test(name))],
    ['a signature', Signed, WEBHOOKS, WEBHOOK_SCHEMAS.filter((name) => ADDITIONAL_DATA.test(name))],
  ]

/** What is read, and no document has. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  'an item: originalreference': 'Some recorded webhooks write it so.',
}

/** Names that the document's examples have where its schema has a map of any names. */
const NAMES_OF_EXAMPLES = new Set(
  Object.values<object>(checkoutExamples).flatMap((example) =>
    'additionalData' in example ? Object.keys(Object(example.additionalData)) : [],
  ),
)

/** The fields that a form reads, with those above them: `action.url`. */
function fieldsOf(schema: Json | undefined, above: readonly string[] = []): string[][] {
  if (schema === undefined) return []
  const within = [...listOf(schema, 'anyOf'), memberOf(schema, 'items')].flatMap((part) =>
    fieldsOf(part, above),
  )
  const properties = memberOf(schema, 'properties')
  return [
    ...within,
    ...(isObject(properties) ? Object.entries(properties) : []).flatMap(([name, property]) => [
      [...above, name],
      ...fieldsOf(property, [...above, name]),
    ]),
  ]
}

function has(
  document: Json,
  schema: Json | undefined,
  [name, ...rest]: readonly string[],
): boolean {
  if (name === undefined) return true
  const node = follow(document, schema)
  const parts = [...listOf(node, 'oneOf'), ...listOf(node, 'anyOf'), ...listOf(node, 'allOf')]
  const property = memberOf(memberOf(node, 'properties'), name)
  if (property !== undefined) return has(document, property, rest)
  if (isObject(memberOf(node, 'additionalProperties'))) return NAMES_OF_EXAMPLES.has(name)
  return [...parts, memberOf(node, 'items')]
    .filter((part) => part !== undefined)
    .some((part) => has(document, part, [name, ...rest]))
}

function listOf(schema: Json | undefined, key: string): readonly Json[] {
  const list = memberOf(schema, key)
  return Array.isArray(list) ? list : []
}

function unknownFields([what, form, document, schemas]: (typeof READ)[number]): string[] {
  const read = z.toJSONSchema(form, { io: 'input' }) as Json
  const places = schemas.map((name) => valueAt(document, `#/components/schemas/${name}`))
  return fieldsOf(read)
    .filter((field) => !places.some((place) => has(document, place, field)))
    .map((field) => `${what}: ${field.join('.')}`)
}

describe('what is read of Adyen', () => {
  it.each(READ)('is in its documents: %s', (...read) => {
    const known = Object.keys(OTHER_FIELDS).filter((name) => name.startsWith(`${read[0]}: `))
    expect(unknownFields(read)).toEqual(known)
  })

  it('is found, also where it stands within another field', () => {
    const read = READ.map(([, form]) => fieldsOf(z.toJSONSchema(form, { io: 'input' }) as Json))
    const names = read.flat().map((field) => field.join('.'))
    expect(names).toEqual(
      expect.arrayContaining([
        'action.url',
        'additionalData.authCode',
        'additionalData.defensePeriodEndsAt',
        'notificationItems.NotificationRequestItem',
        'paymentMethods.type',
      ]),
    )
  })
})
