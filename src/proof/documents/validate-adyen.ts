import { ADYEN_WEBHOOKS_CORRECTIONS } from './corrections.ts'
import { findOperation, placeOf } from './find-operation.ts'
import { isObject, memberOf, type Json } from './json.ts'
import { readAdyenCheckout, readAdyenWebhooks } from './read-documents.ts'
import { createBodyValidator, parse } from './validate-body.ts'
import type { MessageValidator } from './validate-message.ts'
import { createParameterValidator } from './validate-parameters.ts'
import { createValueValidator } from './validate-value.ts'

/** Statuses of HTTP and of a gateway about which the document is silent. */
const OUTSIDE = new Set([404, 409, 429, 502, 503, 504])
const KEY_LENGTH_MAX = 64

/** Creates a validator for eight paths of Checkout v72 and for webhooks. A field that the documents do not name is a fault. */
export function createAdyenValidator(): MessageValidator {
  const checkout = readAdyenCheckout()
  const webhooks = readAdyenWebhooks()
  const values = createValueValidator(checkout, { corrections: [], closed: true })
  const bodyFaults = createBodyValidator(checkout, values)
  const parameterFaults = createParameterValidator(checkout, values)
  const ofWebhooks = { corrections: ADYEN_WEBHOOKS_CORRECTIONS, closed: true }
  const itemFaults = createBodyValidator(webhooks, createValueValidator(webhooks, ofWebhooks))

  return {
    request({ method, path, headers, body }) {
      const { pathname, searchParams } = new URL(path, 'https://checkout-test.adyen.com')
      const operation = findOperation(checkout, method, pathname)
      if (operation === undefined) return [`${method} ${pathname} is not in the document`]
      const key = headers.get('idempotency-key') ?? ''
      return [
        ...parameterFaults(operation, searchParams),
        ...(headers.get('x-api-key') === null ? ['no API key'] : []),
        ...(key.length > KEY_LENGTH_MAX ? ['an idempotency key of more than 64 characters'] : []),
        ...bodyFaults([...operation.keys, 'requestBody'], { headers, body }),
      ]
    },
    response({ method, path }, { status, headers, body }) {
      const { pathname } = new URL(path, 'https://checkout-test.adyen.com')
      const operation = findOperation(checkout, method, pathname)
      if (OUTSIDE.has(status)) return []
      if (operation === undefined) return [`${method} ${pathname} is not in the document`]
      const keys = [...operation.keys, 'responses', String(status)]
      if (placeOf(checkout, keys) === undefined) return [`status ${status} is not in the document`]
      return bodyFaults(keys, { headers, body })
    },
    webhook({ method, headers, body }) {
      const parsed = parse(body)
      const items = memberOf(parsed?.value, 'notificationItems')
      if (method !== 'POST') return [`${method} instead of POST`]
      if (!Array.isArray(items) || items.length === 0) return ['no items']
      return items.flatMap((item: Json) => {
        const code = memberOf(memberOf(item, 'NotificationRequestItem'), 'eventCode')
        const name = `/${typeof code === 'string' ? code : ''}`
        if (placeOf(webhooks, ['webhooks', name]) === undefined)
          return [`${name} is not in the document`]
        const one = isObject(parsed?.value) ? { ...parsed.value, notificationItems: [item] } : {}
        const keys = ['webhooks', name, 'post', 'requestBody']
        return itemFaults(keys, { headers, body: JSON.stringify(one) })
      })
    },
  }
}
