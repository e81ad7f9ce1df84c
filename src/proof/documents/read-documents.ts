import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from './json.ts'

/** The Central Bank's API Pix 2.9.0, without its prose (`SOURCES.md`). */
export function readApiPix(): JsonObject {
  return read('api-pix-2.9.0.json')
}

/** Eight paths of Adyen's Checkout API v72, without prose and examples (`SOURCES.md`). */
export function readAdyenCheckout(): JsonObject {
  return read('adyen-checkout-v72.json')
}

/** Adyen's standard webhooks, version 1, without prose and examples (`SOURCES.md`). */
export function readAdyenWebhooks(): JsonObject {
  return read('adyen-webhooks-v1.json')
}

function read(name: string): JsonObject {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as JsonObject
}
