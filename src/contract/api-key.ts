import { z } from 'zod'

export const KEY_KINDS = ['merchant', 'checkout'] as const
export const KeyKind = z.enum(KEY_KINDS)
export type KeyKind = z.infer<typeof KeyKind>

/** What a merchant's key may do. A `checkout` key has none: it makes the `/v1/checkout` calls and no other. */
export const SCOPES = [
  'sessions:read',
  'sessions:write',
  'refunds:write',
  'events:read',
  'events:replay',
  'sandbox:simulate',
] as const
export const Scope = z.enum(SCOPES)
export type Scope = z.infer<typeof Scope>
