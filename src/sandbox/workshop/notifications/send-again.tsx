import type { Replays } from '../../../contract/viewer.ts'
import { Refused } from './calls.ts'
import { count } from './delivery-words.ts'
import { REPLAY_WORDS } from './event-row.tsx'

/** The result of sending again, in one sentence. */
export function replaySummary({ data }: Replays): string {
  const sent = data.filter(({ result }) => result === 'sent_again').length
  const [failure] = data.filter(({ result }) => result !== 'sent_again')
  const done = sent === 0 ? '' : `${count(sent, 'event')} sent again.`
  if (failure === undefined) return done
  const not = `${count(data.length - sent, 'event')}: ${REPLAY_WORDS[failure.result].toLowerCase()}.`
  return `${done} ${not}`.trim()
}

/** Why sending again failed or may have failed. */
export function replayProblem(error: unknown): string {
  if (!(error instanceof Refused))
    return 'The checkout did not answer. Press again: nothing is sent twice.'
  if (error.code === 'rate_limited') return 'Too much at once. Wait a second, then press again.'
  return 'Nothing was sent. Press again in a moment.'
}
