import type { Deps } from './deps.ts'

interface Queued {
  id: string
  paymentId: string
  copies: number
  nextAt: Date
}

/** Webhooks on their way to the caller, each retried until a 2xx. */
export interface Webhooks {
  add(paymentId: string, copies: number, delayMs?: number): Queued
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
    const { id, paymentId, copies } = webhook
    const sent = Array.from({ length: copies }, () => notify({ id, paymentId }))
    const accepted = (await Promise.all(sent)).filter(Boolean).length
    webhook.copies -= accepted
    if (webhook.copies === 0) queue.splice(queue.indexOf(webhook), 1)
  }

  return {
    add(paymentId, copies, delayMs = 0) {
      count += 1
      const id = `wh_${paymentId}_${count}`
      const nextAt = new Date(clock().getTime() + delayMs)
      const webhook = { id, paymentId, copies, nextAt }
      queue.push(webhook)
      return webhook
    },
    send,
    async sendDue() {
      for (const webhook of queue.filter(({ nextAt }) => nextAt <= clock())) await send(webhook)
    },
    unsent: () => queue.length,
  }
}
