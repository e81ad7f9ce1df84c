import { expect, it } from 'vitest'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { createPageLimit } from './page-limit.ts'

useStandInBuild()

it('S-135, S-147: one network holds at most half of the permits to render, pages and PDF together', async () => {
  const pages = createSemaphore({ permitsMax: 4 })
  const { bff, checkout } = openBff({ acquirePage: createPageLimit(() => pages.acquire(), 4) })
  const answered = Promise.withResolvers<ReturnType<typeof exampleCheckout>>()
  checkout.read.mockReturnValue(answered.promise)
  const show = (address: string, path = '') =>
    bff.fetch(new Request(`${ORIGIN}/c/${REFERENCE}${path}`), { address })
  const held = [show('2001:db8:0:1::1'), show('2001:db8:0:1::2', '/boleto.pdf')]
  for (const path of ['', '/boleto.pdf'])
    expect((await show('2001:db8:0:1::3', path)).status).toBe(503)
  const others = [show('192.0.2.1'), show('192.0.2.2')]
  // All permits of the process are held now.
  expect((await show('192.0.2.3')).status).toBe(503)
  answered.resolve(exampleCheckout())
  expect((await Promise.all([held[0], ...others])).map((answer) => answer?.status)).toEqual([
    200, 200, 200,
  ])
  await held[1]
  expect(pages.held()).toBe(0)
  expect((await show('2001:db8:0:1::3')).status).toBe(200)
})
