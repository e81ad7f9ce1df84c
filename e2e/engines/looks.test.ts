import { expect, it } from 'vitest'
import { page as ar } from '#words/ar.ts'
import { CARDS } from '#client/testing/cards.ts'
import type { Merchant } from '../merchant.ts'
import { describeEngines, savePicture } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

const WIDTHS = [360, 1280]
const OVERFLOWS = '((page) => page.scrollWidth > page.clientWidth)(document.documentElement)'
/** The first background color behind an element. */
const groundBehind = (element: string) => `((element) => {
  for (let at = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
})(${element})`
/** Whether a frame's content fits into its height. */
const FRAME_FITS = `((page, body) =>
  page.scrollWidth <= innerWidth && Math.abs(body.getBoundingClientRect().height - innerHeight) < 1
)(document.documentElement, document.body)`
const GROUND = `((body) => body.backgroundImage + body.backgroundColor)(getComputedStyle(document.body))`
/** Waits for two animation frames: the first may have begun before the change. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`
const BY_EMAIL = (email: string) => ({ customer: { email: `${email}@example.com` } })

/** How to reach each state. */
const STATES: Record<string, (shopper: Shopper, merchant: Merchant) => Promise<unknown>> = {
  open: async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession())
    await shopper.cardField('Card number')
  },
  'missing fields': async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession())
    await shopper.presses('Pay R$259.90')
    await shopper.reads('Check 4 fields: ')
  },
  declined: async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard(CARDS.declined)
    await shopper.reads('You haven’t been charged.')
  },
  'an American Express': async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession())
    await (await shopper.cardField('Card number')).type('3782 822463 10005')
  },
  'right to left': async (shopper, merchant) => {
    const { url } = await merchant.createSession()
    await shopper.opens({ url: `${url}?locale=ar` })
    await shopper.until(`document.documentElement.dir === 'rtl'`)
  },
  Pix: async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession(BY_EMAIL('fill_never')))
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
  },
  boleto: async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession(BY_EMAIL('fill_never')))
    await shopper.paysByBoleto()
    await shopper.sees('heading', 'Your boleto is ready')
  },
  paid: async (shopper, merchant) => {
    await shopper.opens(await merchant.createSession(BY_EMAIL('succeed_immediately')))
    await shopper.paysByBoleto()
    await shopper.sees('heading', 'Payment received')
  },
}

for (const scheme of ['light', 'dark'] as const) {
  describeEngines(
    `${scheme} page`,
    (visit) => {
      it.for(Object.entries(STATES))(
        'fits when %s, in the requested color scheme',
        async ([state, reach]) => {
          const { engine, merchant, shopper } = visit
          await reach(shopper, merchant)
          for (const width of WIDTHS) {
            await shopper.page.resize(width, 900)
            await shopper.until(`innerWidth === ${width}`)
            await shopper.page.evaluate(DRAWN)
            await framesFit(shopper)
            savePicture(`${engine} ${state} ${scheme} ${width}`, await shopper.page.screenshot())
            expect(await shopper.page.evaluate(OVERFLOWS)).toBe(false)
          }
          const [, red] = /rgb\((\d+)/.exec(String(await shopper.page.evaluate(GROUND))) ?? []
          expect(Number(red) > 128 ? 'light' : 'dark').toBe(scheme)
        },
      )
    },
    { scheme },
  )
}

/** Expects a visible card frame not to be clipped, and to have the page's background. */
async function framesFit({ page }: Shopper): Promise<void> {
  const fields = (await page.frame('Card details')) ?? (await page.frame(ar['card.frame']))
  const isSeen = `document.querySelector('.card-frame iframe')?.checkVisibility() ?? false`
  if (fields === undefined || (await page.evaluate(isSeen)) !== true) return
  await expect.poll(() => fields.evaluate(FRAME_FITS)).toBe(true)
  expect(await fields.evaluate(groundBehind('document.body'))).toBe(
    await page.evaluate(groundBehind(`document.querySelector('.card-frame')`)),
  )
}
