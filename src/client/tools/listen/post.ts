import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { post, type PostAnswer } from '../post.ts'

export type ForwardAnswer = Pick<PostAnswer, 'statusCode' | 'error' | 'excerpt'>

export type Post = (notification: SignedNotification, stop: AbortSignal) => Promise<ForwardAnswer>

/** Posts notifications like delivery attempts, to any address, also of the local machine. */
export function createPost(url: string, timeoutMs: number): Post {
  return async ({ headers, body }, stop) => {
    const target = new URL(url)
    const answer = await post({
      url: target,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      timeoutMs,
      signal: stop,
    })
    const { statusCode, error, excerpt } = answer
    return { statusCode, error, excerpt }
  }
}
