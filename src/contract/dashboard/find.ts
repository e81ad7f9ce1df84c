import { z } from 'zod'
import type { Environment } from '../environment.ts'
import type { EventType } from '../event.ts'
import { LIMITS } from '../limits.ts'
import type { DeclineCode, PaymentMethod } from '../payment.ts'
import { typedText } from '../values.ts'
import type { Standing } from './standing.ts'

/** The body of `POST /api/find` and of `POST /api/keys/identify`: a text as typed or pasted, which is never in a URL. */
export const TypedText = z.strictObject({ text: typedText(LIMITS.urlLengthMax).min(1) })

/** Masked personal data: a few characters of each field are kept. */
export interface MaskedCustomer {
  email?: string
  name?: string
  phone?: string
  taxId?: string
}

interface Hit {
  id: string
  /** The readings of the text that led here. */
  why: string[]
}

/** A session with the payment that was found, or by which it is shown. Times are ISO 8601. */
export interface SessionHit extends Hit {
  kind: 'session'
  merchantId: string
  merchantName: string
  orderReference: string | null
  standing: Standing
  createdAt: string
  payment: {
    id: string
    method: PaymentMethod
    cardLastFour: string | null
    declineCode: DeclineCode | null
    createdAt: string
  } | null
  customer: MaskedCustomer
}

interface EventHit extends Hit {
  kind: 'event'
  type: EventType
  merchantId: string
  merchantName: string
  createdAt: string
}

interface MerchantHit extends Hit {
  kind: 'merchant'
  name: string
}

/** What is known of a key; never the key. */
export interface KeyRecord {
  id: string
  lastFour: string
  /** Null: a key of the checkout's own page. */
  merchantId: string | null
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

interface KeyHit extends Hit {
  kind: 'key'
  key: KeyRecord
}

export type FindHit = SessionHit | EventHit | MerchantHit | KeyHit

/** The answer of `POST /api/find`. */
export interface FindAnswer {
  /** False: the text is a secret or a card, and was not searched for. */
  isSearched: boolean
  /** In the order of the readings, the likeliest first; within a reading, the newest first. */
  hits: FindHit[]
  hasMore: boolean
}

/** The answer of `POST /api/keys/identify`. */
export type IdentifiedKeyAnswer =
  | { outcome: 'no-key' | 'unknown' }
  | { outcome: 'other-environment'; environment: Environment }
  | { outcome: 'known'; key: KeyRecord }
