import type { PagePlace } from '#contract/page.ts'
import { answerParser } from '../../session/answer-parser.ts'

/** The address of a CEP, from the operator's service; `null` when it has none, or anything fails. */
export async function lookUpPlace(
  path: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<PagePlace | null> {
  try {
    const [answer, { parsePlace }] = await Promise.all([fetch(path, { signal }), answerParser()])
    return answer.status === 200 ? parsePlace(await answer.json()) : null
  } catch {
    return null
  }
}
