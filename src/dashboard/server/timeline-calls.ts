import { z } from 'zod'
import type { PersonAnswer, TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { maskPerson } from '#domain/mask-person.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import { recordPersonReads } from '#server/service/audit/operator-context.ts'
import { readTimeline, type ToldTimeline } from '#server/service/sessions/read-timeline.ts'
import { within, type Answer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'

const Nothing = z.strictObject({})
const ID = /^(?:cs|pay)_[0-9A-Za-z]{22}$/

/** Registers the calls that read the timeline of a session, by its id or a payment's, and its payer's data in full. */
export function addTimelineCalls(
  calls: Calls,
  { context: service, limits }: Pick<DashboardOptions, 'context' | 'limits'>,
): void {
  calls.readOpen('/api/timeline/:id', async (call, session) => {
    const told = await timelineFor(session, call.parameter('id'))
    if (told === undefined) return { refused: 'not_found' }
    const { timeline, standing, lines, explanation, person } = told
    const data: TimelineAnswer = {
      timeline,
      standing,
      lines,
      explanation,
      person: person && maskPerson(person),
      showsPerson: person !== null && showsPersonOf(session, timeline.merchant.id),
    }
    return { data }
  })

  calls.changeOpen('/api/timeline/:id/person', Nothing, async (call, _body, session) =>
    within(limits.countAction(session.userId), () => showPerson(session, call.parameter('id'))),
  )

  async function showPerson(session: SignedIn, id: string): Promise<Answer> {
    const told = await timelineFor(session, id)
    const person = told?.person ?? null
    if (told === undefined || person === null) return { refused: 'not_found' }
    const merchantId = told.timeline.merchant.id
    if (!showsPersonOf(session, merchantId)) return { refused: 'not_found' }
    const { email, name, phone, taxId } = person
    const data: PersonAnswer = {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(taxId !== undefined && { taxId }),
    }
    const actor = { kind: 'user', userId: session.userId, dashboardAction: 'show person' } as const
    await recordPersonReads({ ...service, actor }, 'story, shown', [
      { merchantId, subject: told.timeline.session.id, fields: Object.keys(data) },
    ])
    return { data }
  }

  /** Undefined for what does not exist and for what is another merchant's: the answers cannot be told apart. */
  async function timelineFor(session: SignedIn, id: string): Promise<ToldTimeline | undefined> {
    if (!ID.test(id)) return undefined
    const told = await readTimeline(service, { id, merchantId: null })
    if (told === undefined) return undefined
    return mayAt(session, 'payments:read', told.timeline.merchant.id) ? told : undefined
  }
}

function showsPersonOf({ memberships }: SignedIn, merchantId: string): boolean {
  const extent = extentOf(memberships, 'persons:read', { merchantId })
  return extent === 'all' || extent === 'on_request'
}
