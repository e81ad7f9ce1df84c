import type { PlayAnswer } from '../readiness/judge/observation.ts'
import type { Play } from '../readiness/plays/play.ts'
import type { Post } from '../post.ts'

export interface Posting {
  url: URL
  now: Date
  signal: AbortSignal
  answerTimeMs: number
  post: Post
}

/** Sends one play. Throws the signal's reason when it is aborted. */
export async function postPlay(
  play: Play,
  { url, now, signal, answerTimeMs, post }: Posting,
): Promise<PlayAnswer> {
  const { check, what, body, pieceBytes } = play
  const headers = await play.headers(now)
  const answer = await post({ url, headers, body, pieceBytes, signal, timeoutMs: answerTimeMs })
  if (answer.error === 'stopped') signal.throwIfAborted()
  const { statusCode, error, durationMs, bodyBytes, excerpt } = answer
  const at = now.toISOString()
  return { check, what, at, status: statusCode, error, durationMs, bodyBytes, excerpt }
}
