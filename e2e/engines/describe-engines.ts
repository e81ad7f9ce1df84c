import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { openInbox } from '../inbox.ts'
import { makeMerchant, type Merchant } from '../merchant.ts'
import type { EngineBrowser, Scheme } from './engine.ts'
import { findEngines } from './find-engines.ts'
import { type Gate, openGate } from './gate.ts'
import { Shopper } from './shopper.ts'

const PICTURES = join(import.meta.dirname, '../../test-results/engines')

export interface Visit {
  engine: string
  /** The proxy before the checkout. */
  gate: Gate
  merchant: Merchant
  /** The shopper of the flow. */
  shopper: Shopper
  another(): Promise<Shopper>
}

interface Circumstances {
  scheme?: Scheme
  /** The flow provokes policy violations, which may reach the console after it has ended. */
  isTroubled?: boolean
}

/** Describes flows once per engine; skips engines that are not installed. */
export function describeEngines(
  subject: string,
  flows: (visit: Visit) => void,
  { scheme = 'light', isTroubled = false }: Circumstances = {},
): void {
  for (const { name, engine } of findEngines()) {
    describe.skipIf(engine === null)(`${name}: ${subject}`, () => {
      let browser: EngineBrowser | undefined
      let shoppers: Shopper[] = []
      const visit = { engine: name } as Visit

      async function newShopper(): Promise<Shopper> {
        if (browser === undefined) throw new Error('the browser has not been started')
        const shopper = new Shopper(await browser.newPage())
        shoppers.push(shopper)
        return shopper
      }

      beforeAll(async () => {
        visit.gate = await openGate()
        visit.merchant = await makeMerchant(await openInbox())
        visit.another = newShopper
        browser = await engine?.launch(scheme)
      })
      afterAll(async () => {
        await visit.merchant.inbox.close()
        await browser?.close()
        await visit.gate.close()
      })
      beforeEach(async () => {
        shoppers = []
        visit.shopper = await newShopper()
      })
      afterEach(async ({ task }) => {
        const failed = task.result?.state === 'fail'
        const troubles = await Promise.all(shoppers.map(({ page }) => page.troubles()))
        if (failed) savePicture(`${name} ${task.name}`, await visit.shopper.page.screenshot())
        for (const { page } of shoppers) await page.close()
        visit.gate.open()
        if (!isTroubled) expect(troubles.flat()).toEqual([])
      })
      flows(visit)
    })
  }
}

/** Saves a screenshot for inspection. */
export function savePicture(name: string, picture: Uint8Array): void {
  mkdirSync(PICTURES, { recursive: true })
  writeFileSync(join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`), picture)
}
