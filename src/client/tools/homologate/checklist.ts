import { ITEM_IDS } from '../readiness/go-live/items.ts'
import { judgeTimes } from '../readiness/go-live/judge-item.ts'
import type { ReportItem } from '../readiness/go-live/report.ts'
import type { PlayedNotification } from '../readiness/plays/play.ts'
import { callbackItems } from './callback-items.ts'
import { factItems } from './fact-items.ts'
import { itemOf, type Rehearsal } from './rehearsal.ts'
import { sessionItems } from './session-items.ts'

/** Runs the whole checklist. Returns its items in the report's order, and the webhook endpoint that was called. */
export async function runChecklist(
  rehearsal: Rehearsal,
  log: (text: string) => void,
): Promise<{ items: ReportItem[]; callbackUrl: string | null }> {
  const { client, facts } = rehearsal
  const { items: ofSessions, paid } = await sessionItems(rehearsal, log)
  const { data: events } = await client.events.list({ sessionId: paid.id, limit: 100 })
  const deliveredTo = events.flatMap(({ deliveries }) => deliveries).at(0)?.url ?? null
  const callbackUrl = facts === undefined ? deliveredTo : facts.callbackUrl
  const ofCallback = await callbackItems(
    rehearsal,
    callbackUrl,
    await readCompleted(rehearsal, paid.id),
  )
  for (const { title, verdict } of ofCallback) log(`${title}: ${verdict}.`)
  const evidence = [...ofSessions, ...ofCallback].flatMap((item) => item.evidence)
  const items = [
    ...ofSessions,
    ...ofCallback,
    itemOf('answers-in-time', judgeTimes(evidence)),
    ...factItems(facts, deliveredTo),
  ]
  return {
    items: items.toSorted((one, other) => ITEM_IDS.indexOf(one.id) - ITEM_IDS.indexOf(other.id)),
    callbackUrl,
  }
}

async function readCompleted(
  { client }: Rehearsal,
  sessionId: string,
): Promise<PlayedNotification | undefined> {
  const { data } = await client.sandbox.notifications.list({ sessionId })
  const completed = data.find(({ type }) => type === 'session.completed')
  return completed && { ...completed, sequence: 0 }
}
