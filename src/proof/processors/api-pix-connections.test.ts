import { expect, it, onTestFinished } from 'vitest'
import { createBadDays } from '#sandbox/fakes/api-pix/bad-days.ts'
import { startPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import { contextAtBank, newPixPayment } from '../testing/api-pix/at-bank.ts'

/** Opens a new adapter, as in a new process, at a fake bank that counts connections and requests. */
async function open() {
  const requests: string[] = []
  const days = createBadDays()
  const badDays: typeof days = {
    ...days,
    draw(kind, where) {
      if (kind === 'token' || kind === 'call') requests.push(where ?? '')
      return days.draw(kind, where)
    },
  }
  const bank = await startPixBank({ badDays })
  onTestFinished(() => bank.close())
  const processor = createProcessor(contextAtBank(bank.apiUrl))
  const create = async () => {
    const { status } = await processor.createPayment(newPixPayment())
    return status
  }
  const countOf = (request: string) => requests.filter((one) => one === request).length
  return { bank, create, countOf }
}

const TOKEN = 'POST /oauth/token'
const CHARGE = 'PUT /cob/:txid'

it('fifty payments in turn: one token, and one connection', async () => {
  const { bank, create, countOf } = await open()
  for (let count = 0; count < 50; count += 1) expect(await create()).toBe('requires_action')
  expect([countOf(TOKEN), countOf(CHARGE), bank.connections()]).toEqual([1, 50, 1])
})

it('the first twenty payments of a process at once: one token, and no connection more than payments', async () => {
  const { bank, create, countOf } = await open()
  const all = await Promise.all(Array.from({ length: 20 }, create))
  expect(all).toEqual(Array(20).fill('requires_action'))
  expect([countOf(TOKEN), countOf(CHARGE)]).toEqual([1, 20])
  const opened = bank.connections()
  expect(opened).toBeLessThanOrEqual(20)
  for (let count = 0; count < 50; count += 1) await create()
  expect(bank.connections()).toBe(opened)
})
