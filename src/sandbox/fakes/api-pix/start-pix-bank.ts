import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Fetch } from '#contract/fetch.ts'
import { openMutualTlsFetch } from '../certificates/mutual-tls-fetch.ts'
import { readTestCa, readTestCertificate } from '../certificates/test-certificates.ts'
import type { BadDays } from './bad-days.ts'
import { createControlApp } from './control-app.ts'
import { otherCustomer, testCustomer, type Customer } from './customers.ts'
import { openJournal } from '../shared/journal.ts'
import { closeServers, cutWhenLost, listen, runRepeatedly } from '../shared/serve.ts'
import { createPayerApp } from './page/payer-app.ts'
import { openPixBank, type PixBank } from './pix-bank.ts'
import type { RepeatedCharge, RepeatedRefund } from './deps.ts'

export interface StartOptions {
  /** Ports of the API, the payer's page and the control (default: any free ones). */
  ports?: { api?: number; page?: number; control?: number }
  host?: string
  customers?: readonly Customer[]
  badDays?: BadDays
  repeatedRefund?: RepeatedRefund
  repeatedCharge?: RepeatedCharge
  /** Wraps the sending of webhooks; `send` delivers them over mutual TLS. */
  deliver?: (send: Fetch) => Fetch
  /** The journal's file; without it the state is lost at the end. */
  journalPath?: string
  clock?: () => Date
  /** From 0 to 1, exclusive (default: the platform's). */
  random?: () => number
}

/** A bank in this process, for clients that reach it over the network. */
export interface RunningPixBank extends PixBank {
  /** `https://…`: the token endpoint at `/oauth/token`, API Pix below `/api`; by mutual TLS alone. */
  apiUrl: string
  /** `http://…/pay`: the payer's page. */
  pageUrl: string
  /** `http://…`: the control by HTTP. */
  controlUrl: string
  /** How many connections clients have opened to the API. */
  connections(): number
  close(): Promise<void>
}

const HOST = '127.0.0.1'

export async function startPixBank(options: StartOptions = {}): Promise<RunningPixBank> {
  const { ports = {}, host = HOST, journalPath, badDays, repeatedRefund, repeatedCharge } = options
  const ca = readTestCa()
  const webhooks = openMutualTlsFetch({ ca, ...readTestCertificate('bank-client') })
  const bank = openPixBank({
    customers: options.customers ?? [testCustomer(), otherCustomer()],
    clock: options.clock ?? (() => new Date()),
    random: options.random ?? Math.random,
    notify: options.deliver?.(webhooks.fetch) ?? webhooks.fetch,
    wait: (durationMs) => sleep(durationMs),
    hang: () => new Promise<never>(() => {}),
    ...(badDays && { badDays }),
    ...(repeatedRefund && { repeatedRefund }),
    ...(repeatedCharge && { repeatedCharge }),
    ...(journalPath !== undefined && { journal: openJournal(journalPath) }),
  })

  const { cert, key } = readTestCertificate('bank-server')
  const api = createAdaptorServer({
    createServer,
    serverOptions: { ca, cert, key, requestCert: true, rejectUnauthorized: true },
    fetch: (request: Request, { incoming, outgoing }: HttpBindings | Http2Bindings) => {
      const answer = bank.fetchAs({ certificate: fingerprintOf(incoming.socket) })
      return cutWhenLost(answer, () => outgoing.destroy())(request)
    },
  })
  let connections = 0
  api.on('secureConnection', () => (connections += 1))
  const page = createAdaptorServer(createPayerApp(bank.control))
  const control = createAdaptorServer(createControlApp(bank.control))
  const servers = [api, page, control]
  const [apiPort, pagePort, controlPort] = [
    await listen(api, ports.api, host),
    await listen(page, ports.page, host),
    await listen(control, ports.control, host),
  ]

  const working = new AbortController()
  const work = runRepeatedly(() => bank.runDue(), working.signal)
  return {
    ...bank,
    apiUrl: `https://${host}:${apiPort}`,
    pageUrl: `http://${host}:${pagePort}/pay`,
    controlUrl: `http://${host}:${controlPort}`,
    connections: () => connections,
    async close() {
      working.abort()
      closeServers(servers)
      await webhooks.close()
      await work
    },
  }
}

function fingerprintOf(socket: Socket): string {
  return socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : ''
}
