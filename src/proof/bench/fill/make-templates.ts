import { createMerchant } from '#server/service/merchants/create-merchant.ts'
import {
  defaultScopes,
  issueKey,
  keyOfCheckout,
  keyOfMerchant,
} from '#server/service/keys/issue-key.ts'
import type { Database } from '#server/database/engine/database.ts'
import { createCaller } from '../../testing/caller.ts'
import { composeApi, type ComposedApi } from '../../testing/compose-api.ts'
import { deliverAll } from '../../testing/deliver-all.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { openVisit, STORIES, type Template } from './templates.ts'

export interface Templates {
  merchantId: string
  callbackUrl: string
  templates: Template[]
}

const DAY_MS = 86_400_000
/** Longer than the schedule of delivery attempts. */
const DAYS_OF_RETRIES = 14
const KEY_PREFIX = 'template'

/** Makes one session of every kind through the API, at a merchant of their own, and delivers their events. */
export async function makeTemplates(database: Database, url: string): Promise<Templates> {
  const clock = createTestClock(new Date())
  const composed = await composeApi({ database, url, clock, environment: 'sandbox' })
  await using receiver = await startWebhookReceiver()
  const failing = new Set<string>()
  receiver.answer = ({ body }, response) => {
    const fails = [...failing].some((sessionId) => body.includes(sessionId))
    response.writeHead(fails ? 500 : 204).end(fails ? 'the store is closed' : '')
  }
  try {
    const { merchantId, callers } = await makeMerchant(composed, clock, receiver.url)
    const templates: Template[] = []
    for (const [index, story] of STORIES.entries()) {
      const { weight, isRecent = false } = story
      const keyPrefix = `${KEY_PREFIX}-${index}-`
      const visit = await openVisit(callers, merchantId, keyPrefix)
      const fails = story.receiver
      if (fails !== undefined) failing.add(visit.sessionId)
      await story.play(visit)
      await composed.simulation.runDue()
      const times = fails === 'fails for days' ? DAYS_OF_RETRIES : 1
      for (let time = 0; time < times; time++) {
        if (time > 0) clock.advance(DAY_MS)
        await deliverAll(composed.context)
      }
      templates.push({ sessionId: visit.sessionId, keyPrefix, weight, isRecent })
    }
    await composed.context.openings.flush()
    return { merchantId, callbackUrl: receiver.url, templates }
  } finally {
    await composed.close()
  }
}

async function makeMerchant(
  { context, fetch }: ComposedApi,
  clock: TestClock,
  callbackUrl: string,
) {
  const { database, keys, random, environment } = context
  const operator = { database, keys, clock: () => clock.now(), random }
  const { merchantId } = await createMerchant(operator, {
    name: 'Loja São João',
    currency: 'BRL',
    country: 'BR',
    callbackUrl,
    returnOrigins: ['https://store.example'],
    successUrl: null,
    cancelUrl: null,
  })
  const scopes = defaultScopes(environment)
  const own = await issueKey(operator, { ...keyOfMerchant(environment, merchantId), scopes })
  const page = await issueKey(operator, keyOfCheckout(environment))
  return {
    merchantId,
    callers: {
      merchant: createCaller(fetch, own.apiKey),
      checkout: createCaller(fetch, page.apiKey),
    },
  }
}
