import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  chargeOf,
  openTestPixBank,
  SHOP,
  SHOP_KEY,
  txidOf,
  WEBHOOK_URL,
} from '#proof/testing/pix-bank.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { openJournal } from '../shared/journal.ts'

it('a bank that opens with its journal knows all it knew, and goes on', async () => {
  const directory = await makeScratchDirectory()
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'bank.jsonl')
  const first = openTestPixBank({ journal: openJournal(path) })
  await first.call('PUT', `/cob/${txidOf(1)}`, chargeOf('1.00'))
  await first.call('PUT', `/cob/${txidOf(2)}`, chargeOf('2.00'))
  await first.call('PUT', `/webhook/${SHOP_KEY}`, { webhookUrl: WEBHOOK_URL })
  await first.control.advance(60_000)
  first.control.pay(first.control.codeOf(SHOP.id, txidOf(1)) ?? '')
  const known = await first.call('GET', `/cob/${txidOf(1)}`)

  // A crash cuts off the last line.
  appendFileSync(path, '{"table":"cobs","key":"loja x","ro')
  const second = openTestPixBank({ journal: openJournal(path), seed: 2 })
  expect((await second.call('GET', `/cob/${txidOf(1)}`)).body).toEqual(known.body)
  expect(second.control.balanceMinor(SHOP.id)).toBe(100)
  expect(second.control.now().getTime()).toBeGreaterThan(Date.parse('2026-11-20T15:01:00Z'))
  await second.pass(1000)
  expect(second.webhooks).toMatchObject([{ pix: [{ txid: txidOf(1) }] }])
  await second.call('DELETE', `/webhook/${SHOP_KEY}`)

  const third = openTestPixBank({ journal: openJournal(path), seed: 3 })
  expect((await third.call('GET', `/webhook/${SHOP_KEY}`)).status).toBe(404)
  await third.pass(1000)
  expect(third.webhooks).toEqual([])
  expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true)
})
