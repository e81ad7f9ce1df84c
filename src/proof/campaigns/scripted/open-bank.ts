import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { createDice } from '../shared/dice.ts'
import type { Asking, ProcessorBooks } from '../../oracle/books.ts'
import { createBank, type Bank } from './bank.ts'
import { WEBHOOK_SECRET_HEADER } from './processor-module.ts'
import { drawTemper, type Unkindness } from './unkindness.ts'

/** A processor in this process, for product processes. Its ledger survives when they are killed. */
export interface RunningBank extends Pick<Bank, 'left'> {
  books(): Pick<ProcessorBooks, 'ledger' | 'refunds' | 'disputes'> &
    Pick<Asking, 'lookUps' | 'refusedWebhooks'>
  /** The environment variables with which a product process uses this processor. */
  variables: Record<string, string>
  /** Sends webhooks to any of these processes, in turn. */
  notifyAt(processes: readonly { apiUrl: string; webhookUrl: string }[]): void
  /** Moves the processor's clock, so that what is due in days is due now, or soon. */
  passDays(): void | Promise<void>
  /** Bad days without payers. */
  days?: Pick<Payers, 'begin' | 'heal' | 'met'>
  /** The processor's time, where it is not the real one. */
  now?(): Date
  /** Only at a bank where payers and strangers act. */
  payers?: Payers
  /** Only at a bank that takes nothing but Pix: payers pay the codes of these payments, where they can still be paid. */
  payCodes?(paymentIds: readonly string[]): void
  close(): Promise<void>
}

/** What payers and strangers do at a bank, and its bad days. */
export interface Payers {
  /** Draws the bad days of a schedule. */
  begin(seed: number): void
  /** Ends them. */
  heal(): void
  /**
   * Acts on a payment that the bank knows. The outcome is `pay`, `pay_late`, `pay_again`, `decline`, `stranger`, `unknown txid`
   * or `outage`.
   */
  act(paymentId: string, outcome: string): void
  /** Payments whose code was paid again after it was paid. */
  paidAgain: string[]
  /** The bad days that occurred since `begin`. */
  met(): string[]
  /** Webhooks that a product has accepted. */
  accepted(): number
}

const HOST = '127.0.0.1'
const WORK_MS = 200
const PAUSE_MS = 1500
const NOTIFY_TIMEOUT_MS = 5000
const DAYS_MS = 4 * 86_400_000

export async function openBank(seed: number, allowed: readonly Unkindness[]): Promise<RunningBank> {
  const secret = randomBytes(16).toString('hex')
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const { n = '', e = '' } = await exportJWK(publicKey)
  const dice = createDice(seed)
  let aheadMs = 0
  let apiUrls: readonly string[] = []
  let turn = 0

  const bank = createBank(
    {
      clock: () => new Date(Date.now() + aheadMs),
      async numberOf(card) {
        const opened = await compactDecrypt(card, privateKey).catch(() => undefined)
        if (opened === undefined) return undefined
        const { plaintext } = opened
        return (JSON.parse(new TextDecoder().decode(plaintext)) as { number: string }).number
      },
      async notify(webhook) {
        const apiUrl = apiUrls[(turn += 1) % apiUrls.length]
        const response = await fetch(`${apiUrl}/processor/notifications`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', [WEBHOOK_SECRET_HEADER]: secret },
          body: JSON.stringify(webhook),
          signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS),
        }).catch(() => undefined)
        return response?.ok === true
      },
      beside(_label, work) {
        void work()
        return true
      },
      pause: () => sleep(PAUSE_MS),
      hang: () => new Promise<never>(() => {}),
      onCapturedLate: () => undefined,
    },
    { dice, temper: drawTemper(dice, allowed), seed },
  )

  const server = serve({ fetch: (request) => bank.fetch(request), hostname: HOST, port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const working = new AbortController()
  const work = runRepeatedly(() => bank.runDue(), working.signal)
  return {
    books: () => bank.books(),
    left: () => bank.left(),
    variables: {
      PROCESSOR: join(import.meta.dirname, 'processor-module.ts'),
      SCRIPTED_URL: `http://${HOST}:${port}/simulator`,
      SCRIPTED_SECRET: secret,
      SCRIPTED_CARD_KEY: JSON.stringify({ kid: 'scripted', kty: 'RSA', n, e }),
    },
    notifyAt(processes) {
      apiUrls = processes.map(({ apiUrl }) => apiUrl)
    },
    passDays() {
      aheadMs += DAYS_MS
    },
    async close() {
      working.abort()
      await work
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close()
    },
  }
}

async function runRepeatedly(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work()
    await sleep(WORK_MS, undefined, { signal }).catch(() => undefined)
  }
}
