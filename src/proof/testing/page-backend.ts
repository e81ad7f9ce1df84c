import type { PageCheckout, PageProblem } from '../../contract/page.ts'

/** One call of the page to its backend, as the test sees it. */
export interface PageRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** An answer: the session, a refusal with its status, or none because the connection broke. */
export type PageAnswer = PageCheckout | { status: number; problem: PageProblem } | 'no-answer'

/** The page's backend as a function: it keeps one session and answers each POST from a queue. */
export function createPageBackend(initial: PageCheckout, answers: PageAnswer[] = []) {
  const requests: PageRequest[] = []
  let checkout = initial
  let held: Promise<PageAnswer> | undefined
  let areReadsLost = false

  const fetch: typeof globalThis.fetch = async (url, init) => {
    const method = init?.method ?? 'GET'
    requests.push({
      method,
      path: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    const read = areReadsLost ? 'no-answer' : checkout
    const answer = method === 'GET' ? read : ((await held) ?? answers.shift() ?? checkout)
    if (answer === 'no-answer') throw new TypeError('Failed to fetch')
    if ('problem' in answer) return Response.json(answer.problem, { status: answer.status })
    checkout = answer
    return Response.json(answer)
  }

  return {
    fetch,
    /** What the next POSTs are answered, in turn; without any, the session as it is. */
    answerWith: (...next: PageAnswer[]) => void answers.push(...next),
    /** POSTs are not answered until the returned function is called with their answer. */
    hold: (): ((answer: PageAnswer) => void) => {
      const { promise, resolve } = Promise.withResolvers<PageAnswer>()
      held = promise
      return resolve
    },
    /** The session changes without the page: money came, time passed, another tab paid. */
    become: (next: PageCheckout) => void (checkout = next),
    /** Whether asking for the session stays without an answer. */
    loseReads: (areLost: boolean) => void (areReadsLost = areLost),
    posts: () => requests.filter(({ method }) => method === 'POST'),
  }
}
