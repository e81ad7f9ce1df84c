import type { Page } from 'playwright'
import { challenge } from '#sandbox/preview/states/methods/actions.ts'
import { awaitingAction } from '#sandbox/preview/states/payments.ts'
import { challengePage } from '#sandbox/simulator/challenge-page.ts'
import { challengeTexts } from '#words/bank-words.ts'
import { session } from './checkouts.ts'

const ORIGIN = 'https://bank.example'

/** A challenge that the page may show in a frame. */
export const CHALLENGED = {
  ...awaitingAction(session(), challenge(`${ORIGIN}/challenge/1`)),
  challengeFrameOrigins: [ORIGIN],
}

const PAYMENT = {
  amountMinor: 25_990,
  currency: 'BRL',
  card: { brand: 'visa', lastFour: '4242' },
  merchantName: 'Norte Livros',
} as const

/** The document of the simulated bank. */
export async function bankDocument(language: string): Promise<string> {
  return String(await challengePage(PAYMENT, challengeTexts(language)))
}

/** Opens the challenge over the page, and waits for the bank's document in it. */
export async function openBank(page: Page): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) ?? 'en'
  const body = await bankDocument(language)
  await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.locator('a.primary').click()
  await page.frameLocator('dialog iframe').locator('button').first().waitFor()
}

/** Opens the challenge; the bank answers with an empty document. Lets time pass until the page offers a link. */
export async function openSilentBank(page: Page): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.locator('a.primary').click()
  await page.locator('dialog').waitFor()
  await page.clock.runFor(10_000)
  await page.locator('dialog a').waitFor()
}
