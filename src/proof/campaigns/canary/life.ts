import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DisputeList } from '#contract/dispute.ts'
import type { Dice } from '../shared/dice.ts'
import { browse } from './browse.ts'
import { createCaller } from './callers.ts'
import { makeWallet, type CanaryCard, type Wallet } from './cards.ts'
import { requestSourceMaps } from './collect.ts'
import { useCommands } from './commands.ts'
import { failAtAdyen, failToStart } from './fail-to-start.ts'
import {
  createOperator,
  makeMerchant,
  openShoppers,
  type CanaryMerchant,
  type Shoppers,
} from './merchants.ts'
import { misuse } from './misuse.ts'
import { prepareToFail, provokeErrors, provokeProcessorErrors } from './provoke-errors.ts'
import type { CanaryStage } from './stage.ts'
import { useDashboard } from './use-dashboard.ts'

export interface Life {
  cards: number
  /** Includes the browser and every command. */
  whole: boolean
  dice: Dice
  /** Logs progress. */
  log: (text: string) => void
}

const PATIENCE_MS = 60_000

/** Runs a whole life of the product: shoppers, merchants, operators, attackers, faults and a crash. */
export async function live(stage: CanaryStage, { cards, whole, dice, log }: Life): Promise<void> {
  const { processes, urls, variables } = stage
  const wallet = makeWallet(cards, dice, stage.book)
  const operator = createOperator(stage, variables)
  // The first command migrates the schema; two at once would race.
  const norte = await makeMerchant(stage, operator, 'norte')
  const [checkout, misused, sul] = await Promise.all([
    operator.issueKey('key of the checkout', '--kind', 'checkout'),
    operator.issueKey('misused key', '--merchant', norte.id),
    whole ? makeMerchant(stage, operator, 'sul') : undefined,
  ])
  const withKey = { CHECKOUT_API_KEY: checkout.apiKey }

  log('serving, under the first master key')
  const first = await processes.serve({ ...variables, ...withKey })
  await addGeneratedSecrets(stage)
  const shoppers = await openShoppers(stage, checkout.apiKey)
  const [typed = wallet.declined, ...sealed] = wallet.approved

  log('shopping')
  await pay(stage, { norte, shoppers, sealed, wallet })
  if (sul !== undefined) {
    await shoppers.payByPix(await sul.open('Pix'))
    await sul.call('GET', '/v1/sessions')
    await sul.call('GET', '/v1/events')
  }
  if (whole) {
    log('shopping in a browser')
    await browse(stage, { merchant: norte, operator, wallet, typed })
  }

  log('working in the dashboard')
  const session = await norte.open('misuse')
  await useDashboard(stage, operator, { merchant: norte, session })

  log('misuse')
  const [card = typed] = sealed
  const { apiKey } = misused
  await misuse(stage, { merchant: norte, apiKey, checkout: shoppers.page, session, card })
  await provokeErrors(stage, norte)
  await requestSourceMaps(stage)
  await scrape(stage)

  const prepared = await prepareToFail(norte, shoppers, typed)

  log('kill -9 with payments under way')
  const underWay = await startPaying(norte, shoppers, wallet)
  await first.kill()
  await Promise.all(underWay)
  if (whole) await failToStart(stage, apiKey)
  await failAtAdyen(stage)

  log('serving, with a processor whose errors carry what it was given')
  await provokeProcessorErrors(stage, { shoppers, prepared, withKey })

  log('serving again, under the later master key')
  const second = await processes.serve({ ...stage.laterVariables, ...withKey })
  await useCommands(stage, norte, whole)
  const last = await norte.open('the end')
  await shoppers.payByCard(last, typed)
  await norte.call('GET', '/v1/events?limit=100')
  await until(() => stage.mail.received.some(({ raw }) => raw.includes(last.reference)))
  await until(() =>
    stage.recorder.documents.some(
      ({ sink, bytes }) => sink === 'notifications' && bytes.includes(last.id),
    ),
  )
  await scrape(stage)
  const answer = await fetch(`${urls.store}/`)
  stage.recorder.keep('answers to browsers', 'GET the demo store', await answer.text())
  await readMail(stage)
  await second.stop()
}

/** Adds the secrets that the product generated itself. */
async function addGeneratedSecrets(stage: CanaryStage): Promise<void> {
  const file = join(stage.directories.product, 'sandbox', 'demo-store.json')
  createOperator(stage, stage.variables).addDemoStore(await readFile(file, 'utf8'))
  const { rows } = await stage.pool.query<{ d: string }>(
    `select private_jwk->>'d' as d from simulator.card_keys`,
  )
  for (const { d } of rows) stage.book.add("simulator's private key", 'processor secret', d)
}

interface Paying {
  norte: CanaryMerchant
  shoppers: Shoppers
  sealed: readonly CanaryCard[]
  wallet: Wallet
}

/** Card and Pix payments over HTTP, some refunded, and the page of each. */
async function pay(stage: CanaryStage, { norte, shoppers, sealed, wallet }: Paying): Promise<void> {
  const origin = stage.urls.page
  const browser = createCaller(stage, { who: 'a browser', origin, sink: 'answers to browsers' })
  for (const [index, card] of sealed.entries()) {
    const session = await norte.open(`card ${index + 2}`)
    await shoppers.payByCard(session, card)
    if (index % 3 === 0)
      await norte.call('POST', `/v1/sessions/${session.id}/refunds`, {
        headers: { 'idempotency-key': `refund-${session.id}` },
        body: { amount: 990 },
      })
    await browser('GET', `/c/${session.reference}`)
    if (index === 1) await dispute(norte, session.id)
  }
  for (const which of ['declined', 'challenged'] as const)
    await shoppers.payByCard(await norte.open(`the ${which} card`), wallet[which])
  const pix = await norte.open('Pix')
  await shoppers.payByPix(pix)
  await norte.call('GET', `/v1/sessions/${pix.id}`)
  await norte.call('GET', '/v1/sessions?limit=100')
}

/** A disputed payment, and the evidence that its merchant reads. */
async function dispute({ call }: CanaryMerchant, sessionId: string): Promise<void> {
  await call('POST', `/v1/sandbox/sessions/${sessionId}/simulate`, { body: { outcome: 'dispute' } })
  const { text } = await call('GET', `/v1/sessions/${sessionId}/disputes`)
  const { data } = DisputeList.parse(JSON.parse(text))
  if (data[0] === undefined) throw new Error('there is no dispute')
  for (const accept of ['application/json', 'application/pdf'])
    await call('GET', `/v1/disputes/${data[0].id}/evidence`, { headers: { accept } })
}

/** Starts payments whose responses are lost, since the process is killed meanwhile. */
async function startPaying(
  merchant: CanaryMerchant,
  shoppers: Shoppers,
  { approved, undecided }: Wallet,
): Promise<Promise<unknown>[]> {
  const ready: (() => Promise<unknown>)[] = []
  for (const [index, card] of [undecided, ...approved.slice(0, 3)].entries())
    ready.push(await shoppers.sealed(await merchant.open(`payment under way ${index}`), card))
  const underWay = ready.map((pay) => pay())
  // Long enough for the request to be read, too short for a response.
  await sleep(10)
  return underWay
}

async function scrape({ urls, recorder }: CanaryStage): Promise<void> {
  for (const path of ['/metrics', '/ready']) {
    const answer = await fetch(urls.private + path)
    recorder.keep('metrics', path, await answer.text())
  }
}

async function readMail({ mail, recorder }: CanaryStage): Promise<void> {
  for (const [index, message] of mail.received.entries()) {
    const { html = '', text = '' } = await message.read()
    recorder.keep('e-mails', `message ${index + 1} as sent`, message.raw)
    recorder.keep('e-mails', `message ${index + 1} as read`, `${text}\n${html}`)
  }
}

/** Polls until the condition holds; throws after a timeout. */
async function until(isSo: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  while (!isSo()) {
    if (signal.aborted) throw new Error(`the condition did not hold in time: ${String(isSo)}`)
    await sleep(50)
  }
}
