import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { sendFailure, type SendFailure } from '#domain/send-failure.ts'
import { CommandFailure } from '../command-line/exit.ts'

/** The address of a receiver, as an option. */
export const Receiver = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => new URL(text))

const TIMEOUT_MS = 5000
const REASONS: Partial<Record<SendFailure, string>> = {
  connection_refused: 'nothing listens there',
  name_not_found: 'the name leads nowhere',
  timeout: 'it does not answer',
  tls_failed: 'no connection with TLS could be made; is its certificate valid for this name?',
}

/** Connects and disconnects: a missing receiver is a `CommandFailure` before any session is created for it. */
export async function requireReachable({ protocol, hostname, port, href }: URL): Promise<void> {
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isSecure ? 443 : 80) }
  const socket = isSecure ? connectTls({ ...target, servername: host }) : connect(target)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal }).catch(
      (error: unknown) => {
        const failure = signal.aborted ? 'timeout' : sendFailure(error)
        const reason = REASONS[failure] ?? failure
        throw new CommandFailure(`There is no receiver at ${href}: ${reason}.`)
      },
    )
  } finally {
    socket.destroy()
  }
}
