import { z } from 'zod'
import { MerchantId, UserId, Uuid } from '../../ids.ts'
import { Email } from '../../values.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES } from '../roles.ts'
import type { ActionRow } from './action-row.ts'

/** Null: the operator's people. */
const merchantId = MerchantId.nullable()
const person = z.strictObject({ merchantId, userId: UserId })
const role = z.enum([...new Set([...OPERATOR_ROLES, ...MERCHANT_ROLES])])
/** A sign-in link, shown this once. */
const link = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime() })
const ended = z.strictObject({ endedSessions: z.int() })

/** Dashboard actions on the people who work for the operator or for a merchant, and on their roles. */
export const PEOPLE_ACTIONS = {
  /** The answer does not tell whether the person has a role at another merchant. */
  'user.invite': {
    permission: 'people:manage',
    input: z.strictObject({ merchantId, email: Email, role }),
    answer: link,
    weight: 'heavy',
    signed: true,
  },
  /** Ends an invitation, or the recovery link of a person who works there. */
  'invitation.withdraw': {
    permission: 'people:manage',
    input: z.strictObject({ merchantId, invitationId: Uuid }),
    answer: z.strictObject({}),
    weight: 'light',
    signed: false,
  },
  'user.role': {
    permission: 'people:manage',
    input: person.extend({ role }),
    answer: ended,
    weight: 'heavy',
    signed: true,
  },
  /** Takes the role away. No dashboard action that ends access is signed: stopping harm must be fast. */
  'user.remove': {
    permission: 'people:manage',
    input: person,
    answer: ended,
    weight: 'medium',
    signed: false,
  },
  'user.disable': {
    permission: 'people:manage',
    input: person,
    answer: ended,
    weight: 'medium',
    signed: false,
  },
  'user.signOut': {
    permission: 'people:manage',
    input: person,
    answer: ended,
    weight: 'medium',
    signed: false,
  },
  /** The link signs in as that person. */
  'user.recover': {
    permission: 'people:manage',
    input: person,
    answer: link,
    weight: 'heavy',
    signed: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
