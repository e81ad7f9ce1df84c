import { z } from 'zod'
import type { PersonAnswer, StoryAnswer } from '#contract/dashboard/story-answer.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { maskPerson } from '#domain/mask-person.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import { recordPersonReads } from '#server/service/audit/record-person-reads.ts'
import { readStory, type ToldStory } from '#server/service/sessions/read-story.ts'
import type { Answer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'
import { within } from './within-limit.ts'

const Nothing = z.strictObject({})
const ID = /^(?:cs|pay)_[0-9A-Za-z]{22}$/

/** Registers the calls that read the story of a session, by its id or a payment's, and its payer's data in full. */
export function addStoryCalls(
  calls: Calls,
  { context: service, limits }: Pick<DashboardOptions, 'context' | 'limits'>,
): void {
  calls.readOpen('/api/story/:id', async (call, session) => {
    const told = await storyFor(session, call.parameter('id'))
    if (told === undefined) return { refused: 'not_found' }
    const { story, lines, explanation, person } = told
    const data: StoryAnswer = {
      story,
      lines,
      explanation,
      person: person && maskPerson(person),
      showsPerson: person !== null && showsPersonOf(session, story.merchant.id),
    }
    return { data }
  })

  calls.changeOpen('/api/story/:id/person', Nothing, async (call, _body, session) =>
    within(limits.countAct(session.userId), () => showPerson(session, call.parameter('id'))),
  )

  async function showPerson(session: SignedIn, id: string): Promise<Answer> {
    const told = await storyFor(session, id)
    const person = told?.person ?? null
    if (told === undefined || person === null) return { refused: 'not_found' }
    const merchantId = told.story.merchant.id
    if (!showsPersonOf(session, merchantId)) return { refused: 'not_found' }
    const { email, name, phone, taxId } = person
    const data: PersonAnswer = {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(taxId !== undefined && { taxId }),
    }
    const actor = { kind: 'user', userId: session.userId, act: 'show person' } as const
    await recordPersonReads({ ...service, actor }, 'story, shown', [
      { merchantId, subject: told.story.session.id, fields: Object.keys(data) },
    ])
    return { data }
  }

  /** Undefined for what does not exist and for what is another merchant's: the answers cannot be told apart. */
  async function storyFor(session: SignedIn, id: string): Promise<ToldStory | undefined> {
    if (!ID.test(id)) return undefined
    const told = await readStory(service, { id, merchantId: null })
    if (told === undefined) return undefined
    return mayAt(session, 'payments:read', told.story.merchant.id) ? told : undefined
  }
}

function showsPersonOf({ memberships }: SignedIn, merchantId: string): boolean {
  const extent = extentOf(memberships, 'persons:read', { merchantId })
  return extent === 'all' || extent === 'on_request'
}
