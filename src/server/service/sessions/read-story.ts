import type { Explanation, Story, StoryLine } from '#contract/dashboard/story.ts'
import type { Customer } from '#contract/session.ts'
import { explainPayment } from '#domain/explain-payment.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import { storyLines } from '#domain/story-lines.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readStoryRow } from '../../database/sessions/story.ts'

export interface ToldStory {
  story: Story
  lines: StoryLine[]
  explanation: Explanation
  /** Unmasked: the caller must mask it, or record that it was read. */
  person: Customer | null
}

export interface AskedStory {
  /** The id of a session or a payment. */
  id: string
  /** The merchant that must own it; null: any merchant. */
  merchantId: string | null
}

/**
 * Reads the story of a session in one statement, tells it line by line, and explains it. Undefined when there is no such
 * session or payment, or it is another merchant's.
 */
export async function readStory(
  { database }: { database: Queryable },
  asked: AskedStory,
): Promise<ToldStory | undefined> {
  const row = await readStoryRow(database, asked)
  if (row === undefined) return undefined
  const { person, merchant, ...rest } = row
  const { country, timeZone, ...told } = merchant
  const zone = timeZoneOfMerchant({ timeZone, country })
  const story = withTimestamps({ ...rest, merchant: told, timeZone: zone })
  return { story, lines: storyLines(story), explanation: explainPayment(story), person }
}

/** Names of fields that hold a time. */
const TIMES = new Set(['at', 'startedAt', 'owedSince'])
const isTime = (name: string) => TIMES.has(name) || name.endsWith('At')

/** Writes the times as the contract does: PostgreSQL's JSON has microseconds and an offset. */
function withTimestamps(story: Story): Story {
  return JSON.parse(JSON.stringify(story), (name, value: unknown) =>
    isTime(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
  ) as Story
}
