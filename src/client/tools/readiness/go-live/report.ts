import { z } from 'zod'
import { MerchantId } from '#contract/ids.ts'
import { Timestamp } from '#contract/values.ts'
import { ITEM_IDS, OPERATOR_ITEMS } from './items.ts'

const Attempt = z.object({
  at: Timestamp,
  statusCode: z.int().nullable(),
  error: z.string().nullable().describe('Why there was no answer.'),
  durationMs: z.int().min(0),
})

/** One event or request and its delivery attempts: ids and numbers, no content. */
export const Evidence = z.object({
  what: z
    .string()
    .describe('The type of a notification, or what was sent straight to the callback.'),
  sessionId: z.string().nullable(),
  eventId: z.string().nullable(),
  deliveryId: z.string().nullable(),
  status: z.enum(['succeeded', 'pending', 'exhausted', 'disabled', 'not_sent', 'answered']),
  attempts: z.array(Attempt),
})
export type Evidence = z.infer<typeof Evidence>

export const ItemVerdict = z
  .enum(['passed', 'failed', 'not_seen', 'note'])
  .describe('`not_seen`: this run could not tell. `note`: told, and not judged.')
export type ItemVerdict = z.infer<typeof ItemVerdict>

export const ReportItem = z.object({
  id: z.enum(ITEM_IDS),
  title: z.string(),
  verdict: ItemVerdict,
  done: z.string().describe('What was done.'),
  expected: z.string(),
  came: z.string(),
  mend: z.string().nullable().describe('What to do about it.'),
  evidence: z.array(Evidence),
})
export type ReportItem = z.infer<typeof ReportItem>

/** The record that an operator keeps before issuing production keys. */
export const GoLiveReport = z.object({
  object: z.literal('homologation_report'),
  passed: z.boolean().describe('Nothing failed, and all was seen but what only the operator sees.'),
  kind: z
    .enum(['homologation', 'rehearsal'])
    .describe("By the operator, or by the merchant's own key, which cannot see everything."),
  merchant: z.object({ id: MerchantId, name: z.string().nullable() }),
  environment: z.literal('sandbox'),
  callbackOrigin: z.string().nullable().describe('Without path and query: they may be a secret.'),
  versions: z.object({ checkout: z.string(), node: z.string() }),
  startedAt: Timestamp,
  finishedAt: Timestamp,
  items: z.array(ReportItem),
})
export type GoLiveReport = z.infer<typeof GoLiveReport>

/** Whether the items allow production keys. A rehearsal need not have seen what only the operator sees. */
export function isPassed(
  items: readonly Pick<ReportItem, 'id' | 'verdict'>[],
  kind: GoLiveReport['kind'],
): boolean {
  return items.every(
    ({ id, verdict }) =>
      verdict === 'passed' ||
      verdict === 'note' ||
      (verdict === 'not_seen' && kind === 'rehearsal' && OPERATOR_ITEMS.includes(id)),
  )
}
