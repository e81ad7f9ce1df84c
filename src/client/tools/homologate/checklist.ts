import { closeSession } from '../chaos/sessions-to-play.ts'
import { ITEM_IDS } from '../readiness/go-live/items.ts'
import { judgeTimes } from '../readiness/go-live/judge-item.ts'
import type { ReportItem } from '../readiness/go-live/report.ts'
import { callbackItems } from './callback-items.ts'
import { factItems } from './fact-items.ts'
import { itemOf, type Rehearsal, type Running } from './rehearsal.ts'
import { sessionItems } from './session-items.ts'

/**
 * Runs the whole checklist, and leaves no session open. Returns its items in the report's order, and the webhook endpoint that
 * was called.
 */
export async function runChecklist(
  rehearsal: Rehearsal,
  running: Running,
): Promise<{ items: ReportItem[]; callbackUrl: string | null }> {
  try {
    return await runItems(rehearsal, running)
  } finally {
    for (const id of rehearsal.made) await closeSession(rehearsal.client, id)
  }
}

async function runItems(rehearsal: Rehearsal, running: Running) {
  const { client, facts, to } = rehearsal
  const { log } = running
  const { items: ofSessions, paid } = await sessionItems(rehearsal, log)
  const { data: events } = await client.events.list({ sessionId: paid.id, limit: 100 })
  const deliveredTo = events.flatMap(({ deliveries }) => deliveries).at(0)?.url ?? null
  const callbackUrl = to?.href ?? (facts === undefined ? deliveredTo : facts.callbackUrl)
  const ofCallback = await callbackItems(rehearsal, callbackUrl, running)
  for (const { title, verdict } of ofCallback) log(`${title}: ${verdict.replace('_', ' ')}.`)
  const evidence = [...ofSessions, ...ofCallback].flatMap((item) => item.evidence)
  const items = [
    ...ofSessions,
    ...ofCallback,
    itemOf('answers-in-time', judgeTimes(evidence)),
    ...factItems(facts, { deliveredTo, to }),
    itemOf('not-looked-at', NOT_LOOKED_AT),
  ]
  return {
    items: items.toSorted((one, other) => ITEM_IDS.indexOf(one.id) - ITEM_IDS.indexOf(other.id)),
    callbackUrl,
  }
}

const NOT_LOOKED_AT = {
  verdict: 'note',
  came:
    'What the shop does at a decline, an expiry and a refund; its pages; whether it checks where a shopper comes back; bodies ' +
    'that come in pieces, and headers in other cases, which chaos plays.',
  mend: null,
} as const
