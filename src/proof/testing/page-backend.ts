import type { PageCheckout, PageProblem } from '#contract/page.ts'

/** A call of the page to its backend. */
export interface PageRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** A response: the session, a refusal with its status, or a broken connection. */
export type PageAnswer = PageCheckout | { status: number; problem: PageProblem } | 'no-answer'

/** The page's backend as a `fetch` function: it holds one session and answers POSTs from a queue. */
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
    /** Queues responses to POSTs; without any, POSTs return the session. */
    answerWith: (...next: PageAnswer[]) => void answers.push(...next),
    /** Holds POSTs until the returned function is called with a response. */
    hold: (): ((answer: PageAnswer) => void) => {
      const { promise, resolve } = Promise.withResolvers<PageAnswer>()
      held = promise
      return resolve
    },
    /** The session changes independently of the page: money arrives, time passes, another tab pays. */
    become: (next: PageCheckout) => void (checkout = next),
    /** Whether reads of the session fail. */
    loseReads: (areLost: boolean) => void (areReadsLost = areLost),
    posts: () => requests.filter(({ method }) => method === 'POST'),
  }
}
