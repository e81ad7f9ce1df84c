import { checkServerIdentity, connect, type TLSSocket } from 'node:tls'
import { dateOf, daysText } from '#server/processors/key-pair.ts'
import type { ProcessorCheck } from '#server/processors/processor.ts'

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000

/**
 * Checks that the address for an account's notifications answers requests from this machine over TLS, with a certificate for
 * its name, and reports when that certificate ends.
 */
export function addressCheck(notificationUrl: string): ProcessorCheck {
  return {
    name: 'address',
    async run() {
      const url = new URL(notificationUrl)
      const found = await ask(url).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : 'no answer'
        throw new Error(
          `${notificationUrl} is not reachable from here (${reason}): start the service, and look at DNS, the firewall and PROCESSOR_WEBHOOK_PORT`,
        )
      })
      return judge(url, found)
    },
  }
}

interface Found {
  endsAt: Date
  isForHost: boolean
  /** Status of the answer to a notification; undefined without one, as from a server that requires a client certificate. */
  status: number | undefined
}

function judge({ href, hostname }: URL, { endsAt, isForHost, status }: Found): string {
  const days = Math.floor((endsAt.getTime() - Date.now()) / DAY_MS)
  const end = dateOf(endsAt)
  if (days < 0) throw new Error(`the certificate of ${hostname} ended on ${end}: renew it`)
  if (!isForHost)
    throw new Error(
      `the certificate that answers is not for ${hostname}: name one for it in webhooks.certificate, or at the proxy`,
    )
  if (status === 404 || (status !== undefined && status >= 300 && status <= 399))
    throw new Error(
      `${href} answers ${status}: another service answers there, or a proxy does not pass on this path`,
    )
  if (status !== undefined && status >= 500)
    throw new Error(`${href} answers ${status}: start the service that the proxy passes it on to`)
  return `${hostname} answers; its certificate ends on ${end}, ${daysText(days)}`
}

/** Reads the server's certificate, and sends an empty notification without a client certificate, which no server believes. */
function ask({ hostname, port, pathname }: URL): Promise<Found> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    let found: Found | undefined
    // The certificate is only read, not verified: the operator may use a certificate authority of their own.
    const socket = connect(
      { host, port: Number(port || '443'), servername: host, rejectUnauthorized: false },
      () => {
        found = { ...certificateOf(socket, host), status: undefined }
        socket.write(
          `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        )
      },
    )
    const end = (error: Error) => {
      if (found === undefined) reject(error)
      else resolve(found)
    }
    socket.once('data', (data: Buffer) => {
      const status = /^HTTP\/1\.[01] (\d{3}) /.exec(data.toString('latin1'))?.[1]
      if (found !== undefined && status !== undefined) found.status = Number(status)
      socket.destroy()
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer within 10 s')))
    socket.on('error', end)
    socket.on('close', () => end(new Error('the connection was closed')))
  })
}

function certificateOf(socket: TLSSocket, host: string): Omit<Found, 'status'> {
  const certificate = socket.getPeerCertificate()
  return {
    endsAt: new Date(certificate.valid_to),
    isForHost: checkServerIdentity(host, certificate) === undefined,
  }
}
