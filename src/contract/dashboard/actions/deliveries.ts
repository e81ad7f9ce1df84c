import { z } from 'zod'
import { DeliveryId, EventId, MerchantId } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { REPLAY_MATCHES_MAX, REPLAY_PACE_MAX, ReplayFilter } from '../deliveries.ts'
import type { ActionRow } from './action-row.ts'

const merchantId = MerchantId
const PACE_DEFAULT = 10
/** In production, a passkey must sign a replay of more events. */
const UNSIGNED_MAX = 1000

const ReplayMatching = z.strictObject({
  merchantId,
  filter: ReplayFilter,
  perSecond: z.int().min(1).max(REPLAY_PACE_MAX).default(PACE_DEFAULT),
  /** The number of matches that was counted before. If more match by now, no replay begins. */
  atMost: z.int().min(1).max(REPLAY_MATCHES_MAX),
})

/** Dashboard actions that send events to a merchant's webhook endpoint again. */
export const DELIVERY_ACTIONS = {
  'event.replay': {
    permission: 'deliveries:replay',
    input: z.strictObject({
      merchantId,
      eventIds: z.array(EventId).min(1).max(LIMITS.replaysMax),
    }),
    answer: z.strictObject({
      replays: z.array(z.strictObject({ eventId: EventId, deliveryId: DeliveryId })),
    }),
    weight: 'light',
    signed: false,
  },
  'delivery.replayMatching': {
    permission: 'deliveries:replay',
    input: ReplayMatching,
    answer: z.strictObject({ matched: z.int(), sessions: z.int() }),
    weight: 'medium',
    signed: ({ atMost }: z.output<typeof ReplayMatching>) => atMost > UNSIGNED_MAX,
  },
  /** Deliveries that the replay has released already are still attempted. */
  'delivery.stopReplay': {
    permission: 'deliveries:replay',
    input: z.strictObject({ merchantId }),
    answer: z.strictObject({ matched: z.int(), released: z.int() }),
    weight: 'light',
    signed: false,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
