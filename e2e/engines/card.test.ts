import { expect, it } from 'vitest'
import { z } from 'zod'
import { verifyReturn } from '#client/index.ts'
import { CARDS } from '#client/testing/cards.ts'
import { describeEngines } from './describe-engines.ts'

const BOTTOMS = `[...document.querySelectorAll('input')].map((field) => field.getBoundingClientRect().bottom)`
const IN_FRAME = `document.activeElement.matches('iframe')`
/** The focused control of the page, or of its frame, if the bar of the button covers it; else an empty text. */
const covered = (inFrame: number | undefined) => `((focused, bar) => {
  if (bar.contains(focused)) return ''
  const { top, bottom } = focused.getBoundingClientRect()
  const end = ${inFrame === undefined ? 'bottom' : `top + ${inFrame}`}
  return end > bar.getBoundingClientRect().top ? focused.outerHTML + ' ends at ' + end : ''
})(document.activeElement, document.querySelector('.pay-bar'))`

describeEngines('card', (visit) => {
  it('pays, survives a reload, and redirects to the merchant with a signature', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
    await shopper.reads('Visa ending in 4242')

    await shopper.reloads()
    await shopper.reads('Visa ending in 4242')

    await (await shopper.sees('link', 'Back to Norte Livros')).click()
    await shopper.until(`location.origin === '${merchant.inbox.origin}'`)
    const arrival = String(await shopper.page.evaluate('location.href'))
    expect(await verifyReturn(arrival, merchant.webhookSecret)).toMatchObject({
      sessionId: session.id,
      status: 'complete',
    })
  })

  it('is declined, which survives a reload, and another card pays', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard(CARDS.declined)
    await shopper.reads('You haven’t been charged.')

    await shopper.reloads()
    await shopper.reads('You haven’t been charged.')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })

  it('is grouped as printed, and keeps all but the security code after a decline', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard('4000000000009995')
    await shopper.reads('Insufficient funds')

    expect(await shopper.card()).toEqual(['4000 0000 0000 9995', '12 / 34', '', 'ANA SOUZA'])
    await (await shopper.cardField('Card number')).type(CARDS.success)
    await (await shopper.cardField('Security code')).type('123')
    await shopper.presses('Pay R$259.90')
    await shopper.sees('heading', 'Payment received')
  })

  it('pays by Enter in a field', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.fillsCard(CARDS.success)
    await shopper.page.press('Enter')
    await shopper.sees('heading', 'Payment received')
  })

  it('keeps its input on the way back from a Pix', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(
      await merchant.createSession({ customer: { email: 'fill_never@example.com' } }),
    )
    await shopper.fillsCard(CARDS.success)
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.presses('Pay another way')
    await shopper.chooses('Card')
    expect(await shopper.card()).toEqual(['4242 4242 4242 4242', '12 / 34', '123', 'ANA SOUZA'])
    await shopper.presses('Pay R$259.90')
    await shopper.sees('heading', 'Payment received')
  })

  it('lets nothing be changed while the payment runs', async () => {
    const { gate, merchant, shopper } = visit
    const paying = gate.hold('/payments')
    await shopper.opens(await merchant.createSession())
    const pix = await shopper.sees('radio', 'Pix')
    await shopper.paysByCard(CARDS.declined)
    await shopper.reads('Paying…')
    await expect.poll(() => paying.count).toBe(1)
    // A driver may refuse to click what is inert.
    await pix.click().catch(() => undefined)
    await shopper.page.press('Tab')
    await shopper.page.press('ArrowDown')
    expect(await shopper.page.evaluate(`document.querySelector('#method-card').checked`)).toBe(true)

    paying.release()
    await shopper.reads('Your bank declined this card')
    await shopper.chooses('Pix')
    await shopper.sees('button', 'Get Pix code')
  })

  it('docks the button on a phone once something is typed in', async () => {
    const { merchant, shopper } = visit
    const isDocked = `getComputedStyle(document.querySelector('.pay-bar')).position === 'sticky'`
    await shopper.page.resize(390, 700)
    await shopper.opens(await merchant.createSession())
    await (await shopper.cardField('Card number')).type('4242')
    await shopper.until(isDocked)
  })

  it('has its button in the window of a laptop from the start', async () => {
    const { merchant, shopper } = visit
    await shopper.page.resize(1366, 625)
    await shopper.opens(
      await merchant.createSession({ collect: { email: 'required', phone: 'required' } }),
    )
    await shopper.until(
      `innerHeight - document.querySelector('.primary').getBoundingClientRect().bottom === 12`,
    )
  })

  // WebKit's driver moves the focus into the document that it reads.
  it.skipIf(visit.engine.startsWith('WebKit'))(
    'has no focused field below its button',
    async () => {
      const { merchant, shopper } = visit
      await shopper.page.resize(1366, 625)
      const collect = { email: 'required', phone: 'required', billingAddress: 'required' } as const
      await shopper.opens(await merchant.createSession({ collect }))
      await shopper.cardField('Card number')
      const bottoms = z
        .array(z.number())
        .parse(await (await shopper.cardFields()).evaluate(BOTTOMS))
      await (await shopper.sees('textbox', 'Email')).click()
      for (let step = 0; step < 12; step++) {
        await shopper.page.press('Tab')
        const inFrame =
          (await shopper.page.evaluate(IN_FRAME)) === true ? bottoms.shift() : undefined
        await expect.poll(() => shopper.page.evaluate(covered(inFrame))).toBe('')
      }
      expect(bottoms).toEqual([])
    },
  )

  it('has a receipt, also after a refund of a part of it', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
    await shopper.presses('Stay here')
    await shopper.reads('Payment ID')
    await shopper.sees('button', 'Print or save')
    await shopper.presses('Copy payment ID')
    await shopper.until(`[...document.querySelectorAll('.facts output')].some(
      ({ textContent }) => textContent === 'Copied')`)

    await merchant.client.sessions.refund(session.id, { amount: 10_000 })
    await shopper.reloads()
    await shopper.reads('Total after refunds')
    await shopper.reads('R$159.90')
  })
})
