import type { Deps } from './deps.ts'

interface Queued {
  id: string
  paymentId: string
  refundId?: string
  copies: number
  nextAt: Date
}

/** Webhooks on their way to the caller, each retried until a 2xx. */
export interface Webhooks {
  add(paymentId: string, copies: number, delayMs?: number): Queued
  /** Tells of a refund that was decided before. */
  tellOfRefund(paymentId: string, refundId: string): void
  /** Sends what is left of one. */
  send(webhook: Queued): Promise<void>
  sendDue(): Promise<void>
  unsent(): number
}

const RETRY_MS = 30_000

export function createWebhooks({ clock, notify }: Deps): Webhooks {
  const queue: Queued[] = []
  let count = 0

  async function send(webhook: Queued): Promise<void> {
    webhook.nextAt = new Date(clock().getTime() + RETRY_MS)
    const { id, paymentId, refundId, copies } = webhook
    const body = { id, paymentId, ...(refundId !== undefined && { refundId }) }
    const sent = Array.from({ length: copies }, () => notify(body))
    const accepted = (await Promise.all(sent)).filter(Boolean).length
    webhook.copies -= accepted
    if (webhook.copies === 0) queue.splice(queue.indexOf(webhook), 1)
  }

  function enqueue(webhook: Omit<Queued, 'id' | 'nextAt'>, delayMs = 0): Queued {
    count += 1
    const id = `wh_${webhook.paymentId}_${count}`
    const queued = { ...webhook, id, nextAt: new Date(clock().getTime() + delayMs) }
    queue.push(queued)
    return queued
  }

  return {
    add: (paymentId, copies, delayMs) => enqueue({ paymentId, copies }, delayMs),
    tellOfRefund: (paymentId, refundId) => void enqueue({ paymentId, refundId, copies: 1 }),
    send,
    async sendDue() {
      for (const webhook of queue.filter(({ nextAt }) => nextAt <= clock())) await send(webhook)
    },
    unsent: () => queue.length,
  }
}
