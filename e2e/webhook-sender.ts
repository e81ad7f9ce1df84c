import { openMutualTlsFetch } from '#sandbox/fakes/certificates/mutual-tls-fetch.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'

const CONNECTIONS = 12

/** Posts bodies to a webhook with the bank's certificate. */
export interface WebhookSender {
  /** Sends all bodies, some at the same time; resolves to the distinct statuses. */
  send: (bodies: readonly string[]) => Promise<number[]>
  close: () => Promise<void>
}

export function openWebhookSender(url: string): WebhookSender {
  const { fetch, close } = openMutualTlsFetch({
    ca: readTestCa(),
    ...readTestCertificate('bank-client'),
  })
  const headers = { 'content-type': 'application/json' }
  return {
    async send(bodies) {
      const left = [...bodies]
      const statuses = new Set<number>()
      const sendRest = async () => {
        for (let body = left.pop(); body !== undefined; body = left.pop()) {
          const { status } = await fetch(new Request(url, { method: 'POST', headers, body }))
          statuses.add(status)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, sendRest))
      return [...statuses]
    },
    close,
  }
}
