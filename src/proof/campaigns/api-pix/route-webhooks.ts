import type { Fetch } from '#contract/fetch.ts'
import { fetchWithin } from '#domain/fetch-within.ts'
import type { Asking } from '../../oracle/books.ts'
import { isRefused } from './refused-webhooks.ts'

const STORM_SHARE = 0.1
const STORM_COPIES = 12
const TIMEOUT_MS = 5000

/** Routes a bank's webhooks to processes that may be killed. */
interface WebhookRoute {
  deliver: (send: Fetch) => Fetch
  routeTo(processes: readonly { webhookUrl: string }[]): void
  /** Whether some webhooks arrive many times at once. */
  storm(isOn: boolean): void
  accepted(): number
  refused(): NonNullable<Asking['refusedWebhooks']>
}

/** Sends each webhook to one process, in turn, and to the next where that one cannot be reached, as a load balancer does. */
export function routeWebhooks(random: () => number): WebhookRoute {
  const refused: NonNullable<Asking['refusedWebhooks']> = []
  let origins: readonly string[] = []
  let isStormy = true
  let accepted = 0
  let turn = 0

  async function sendToOne(send: Fetch, { url, headers }: Request, body: string) {
    turn += 1
    const inTurn = origins.map((_, index) => origins[(turn + index) % origins.length])
    for (const origin of inTurn) {
      const target = new URL(new URL(url).pathname, origin)
      const webhook = { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS }
      try {
        const response = await fetchWithin(send, target.href, webhook, (answer) => answer)
        if (response.ok) accepted += 1
        if (isRefused(response, body)) refused.push({ status: response.status, body })
        return response
      } catch {
        // The process was killed, perhaps after it accepted the webhook: send it to the next one, too.
      }
    }
    return new Response(null, { status: 502 })
  }

  return {
    deliver: (send) => async (request) => {
      const body = await request.text()
      const copies = isStormy && random() < STORM_SHARE ? STORM_COPIES : 1
      const answers = await Promise.all(
        Array.from({ length: copies }, () => sendToOne(send, request, body)),
      )
      const [first = new Response(null, { status: 502 })] = answers
      return answers.find(({ ok }) => ok) ?? first
    },
    routeTo(processes) {
      origins = processes.map(({ webhookUrl }) => webhookUrl)
    },
    storm(isOn) {
      isStormy = isOn
    },
    accepted: () => accepted,
    refused: () => refused,
  }
}
