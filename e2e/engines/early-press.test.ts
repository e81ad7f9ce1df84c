import { expect, it } from 'vitest'
import { CARDS } from '#client/testing/cards.ts'
import { describeEngines, type Visit } from './describe-engines.ts'

const ENTRY = '/assets/entry-client-'
/** The script that hydrates the page; the entry loads it. */
const VIEW = '/assets/start-page-'

async function opensRequired({ merchant, shopper }: Visit) {
  const session = await merchant.createSession({ collect: { email: 'required' } })
  await shopper.opens(session)
  return session
}

describeEngines('early press', (visit) => {
  it('R-40: pays before the page is hydrated', async () => {
    const { gate, merchant, shopper } = visit
    const view = gate.hold(VIEW)
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.paysEarly(CARDS.success)
    await expect
      .poll(async () => (await merchant.client.sessions.get(session.id)).paymentStatus)
      .toBe('paid')
    expect(view.count).toBeGreaterThan(0)
    view.release()
    await shopper.sees('heading', 'Payment received')
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
  })

  it('R-40: waits for a script that is late, and pays once', async () => {
    const { gate, merchant, shopper } = visit
    const entry = gate.hold(ENTRY)
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.paysEarly(CARDS.success)
    await shopper.until(`document.querySelector('[type=submit]').ariaBusy === 'true'`)
    entry.release()
    await shopper.sees('heading', 'Payment received')
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
  })

  it('R-40: shows errors before the page is hydrated, and pays once they are mended', async () => {
    const { gate, shopper } = visit
    const view = gate.hold(VIEW)
    await opensRequired(visit)
    await shopper.pressesEarly()
    await shopper.reads('Enter your email.')
    await shopper.until(`document.activeElement.id === 'email'`)
    await shopper.page.write('ana@example.com')
    expect(view.count).toBeGreaterThan(0)
    view.release()
    await shopper.until(`!document.body.innerText.includes('Enter your email.')`)
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })
})

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }
const textOf = (selector: string) => `document.querySelector('${selector}').innerText`

describeEngines('early choice', (visit) => {
  it('of a plan shows its price and its box before the page is hydrated, and stays', async () => {
    const { gate, merchant, shopper } = visit
    const view = gate.hold(VIEW)
    await shopper.opens(await merchant.createSession({ installments: PLANS }))
    await shopper.clicksEarly('#installments')
    await shopper.clicksEarly('.plan:last-child')
    const isShown = `${textOf('.total')} === 'R$294.84' && ${textOf('.plans .box')}.startsWith('12 ×')`
    await shopper.until(isShown)
    expect(view.count).toBeGreaterThan(0)
    view.release()
    await shopper.fillsCard(CARDS.success)
    expect(await shopper.page.evaluate(isShown)).toBe(true)
    await shopper.presses('Pay R$294.84')
    await shopper.sees('heading', 'Payment received')
    await shopper.reads('12 installments, 1.99% a month')
  })

  it('of a method shows its button before the page is hydrated, and stays', async () => {
    const { gate, merchant, shopper } = visit
    const view = gate.hold(VIEW)
    await shopper.opens(await merchant.createSession())
    await shopper.clicksEarly('#method-pix')
    await shopper.until(`${textOf('[type=submit]')} === 'Get Pix code'`)
    expect(view.count).toBeGreaterThan(0)
    view.release()
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
  })
})

describeEngines(
  'missing scripts',
  (visit) => {
    it.each([ENTRY, VIEW])(
      'R-40: without %s the page says so, and a reload pays',
      async (script) => {
        const { gate, merchant, shopper } = visit
        const missing = gate.refuse(script)
        await shopper.opens(await merchant.createSession())
        const again = await shopper.sees('link', 'Try again to see where your payment stands.')
        missing.undo()
        await again.click()
        await shopper.until(`document.querySelector('#not-alive').hidden`)
        await shopper.paysByCard(CARDS.success)
        await shopper.sees('heading', 'Payment received')
      },
    )
  },
  { isTroubled: true },
)
