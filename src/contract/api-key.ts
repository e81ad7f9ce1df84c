import { z } from 'zod'

export const KEY_KINDS = ['merchant', 'checkout'] as const
export const KeyKind = z.enum(KEY_KINDS)
export type KeyKind = z.infer<typeof KeyKind>

/** Scopes of a merchant's key. A key of kind `checkout` has none: it may make the `/v1/checkout` calls only. */
export const SCOPES = [
  'sessions:read',
  'sessions:write',
  'refunds:write',
  'captures:write',
  'events:read',
  'events:replay',
  'sandbox:simulate',
] as const
export const Scope = z.enum(SCOPES)
export type Scope = z.infer<typeof Scope>
