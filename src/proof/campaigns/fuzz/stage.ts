import { openApiDocument } from '#contract/openapi.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { API_URL } from '../../testing/api-url.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { makeMerchant } from '../../testing/merchant.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { CARDS } from '../shared/test-cards.ts'
import { sealCard } from '../../testing/seal-card.ts'
import { readDocument, type ApiDocument } from './document.ts'
import { createEnvelopes } from './envelopes.ts'
import type { FuzzRequest } from './make-request.ts'

/** A merchant of one sequence. */
export interface Party {
  id: string
  apiKey: string
}

/** The API under test, over a database of its own, and the credentials of its clients. */
export interface FuzzStage {
  document: ApiDocument
  fetch: (request: Request) => Promise<Response>
  newParty(callbackUrl: string | null): Promise<Party>
  checkoutKey: string
  /** Encrypted to the processor; `inEnvelope` seals them for the session of a request. */
  sealedCards: readonly string[]
  inEnvelope(sent: FuzzRequest): Promise<FuzzRequest>
  /** Errors that were logged since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

const START = new Date('2026-11-20T15:00:00.000Z')
const SILENT = { info: () => undefined, warn: () => undefined }
const PROCESSOR_TIMEOUT_MS = 5000
const REQUESTS_PER_SECOND = 1_000_000
const LEVEL_ERROR = 50

export async function openFuzzStage(url: string): Promise<FuzzStage> {
  const database = openDatabase({ url, log: SILENT })
  const clock = createTestClock(START)
  const api = await composeApi({
    database,
    url,
    clock,
    processorTimeoutMs: PROCESSOR_TIMEOUT_MS,
    requestsPerSecond: REQUESTS_PER_SECOND,
  })
  const { context } = api
  const { random, keys } = context
  const operator = { database, keys, clock: () => clock.now(), random }
  const checkout = await issueKey(operator, keyOfCheckout('sandbox'))
  const cardKey = await context.processor.cardEncryptionKey()
  const sealedCards: string[] = []
  for (const number of Object.values(CARDS)) sealedCards.push(await sealCard(cardKey, number))
  const served = openApiDocument({
    environment: 'sandbox',
    apiUrl: API_URL,
    version: '0',
    isWhole: true,
  })
  return {
    document: readDocument(JSON.stringify(served)),
    fetch: (request) => api.fetch(request),
    async newParty(callbackUrl) {
      const merchant = { ...MERCHANT, callbackUrl }
      const { merchantId, apiKey } = await makeMerchant(operator, 'sandbox', merchant)
      return { id: merchantId, apiKey }
    },
    checkoutKey: checkout.apiKey,
    sealedCards,
    inEnvelope: createEnvelopes(context, sealedCards),
    takeErrors() {
      const lines = api.logged.splice(0)
      return lines.filter((line) => (JSON.parse(line) as { level: number }).level >= LEVEL_ERROR)
    },
    async close() {
      await api.close()
      await database.close()
    },
  }
}

const MERCHANT = { name: 'Loja São João', returnOrigins: ['https://store.example'] }
