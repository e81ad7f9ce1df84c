import { expect, it } from 'vitest'
import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { CARDS } from '#client/testing/cards.ts'
import { describeEngines } from './describe-engines.ts'

const WAITS = { customer: { email: 'fill_never@example.com' } }
const VALUE = (label: string) => `document.querySelector('[aria-label="${label}"]')?.value`

const SHOWN_STEPS = `[...document.querySelectorAll('.steps li')]
  .filter((step) => step.checkVisibility()).map(({ innerText }) => innerText)`
/** The beginning of the document behind a link, as the page itself gets it. */
const BEGINNING = (link: string) =>
  `fetch(${link}.href).then((answer) => answer.text()).then((text) => text.slice(0, 5))`

describeEngines('Pix and boleto', (visit) => {
  it('a Pix is paid, and its page shows it', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(
      await merchant.createSession({ customer: { email: 'succeed_immediately@example.com' } }),
    )
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Payment received')
  })

  it('a Pix has a code to scan and to copy, also after a reload', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession(WAITS))
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.sees('image', 'Pix QR code')
    await shopper.presses('Copy Pix code')
    await shopper.sees('button', 'Copied')
    await shopper.reads('Now open your bank’s app.')

    await shopper.reloads()
    await shopper.sees('textbox', 'Pix code')
    const code = String(await shopper.page.evaluate(VALUE('Pix code')))
    expect(parseBrCode(code)).toBeDefined()
  })

  it('a Pix is explained in three steps: to copy on a phone, to scan on a wide screen', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession(WAITS))
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    for (const [width, step] of [
      [360, 'Copy the code.'],
      [1280, 'Scan this code.'],
    ] as const) {
      await shopper.page.resize(width, 900)
      await shopper.until(`(${SHOWN_STEPS}).includes('${step}')`)
      expect(await shopper.page.evaluate(SHOWN_STEPS)).toHaveLength(3)
    }
  })

  it('a code that cannot be copied is selected, and the page says so', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession(WAITS))
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.page.evaluate(
      `void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))`,
    )
    await shopper.presses('Copy Pix code')
    await shopper.reads('Your browser didn’t copy it.')
    await shopper.until(`(({ value, selectionStart, selectionEnd, ariaLabel }) =>
      ariaLabel === 'Pix code' && selectionStart === 0 && selectionEnd === value.length
    )(document.activeElement)`)
  })

  it('a Pix survives leaving its page, going back and forward', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession(WAITS))
    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')

    await shopper.opens('/c/nobodyknowsthisreference000000000')
    await shopper.sees('heading', 'We can’t find this payment')
    await shopper.page.evaluate('history.back()')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.page.evaluate('history.forward()')
    await shopper.sees('heading', 'We can’t find this payment')
    await shopper.page.evaluate('history.back()')
    await shopper.presses('Pay another way')
    await shopper.chooses('Card')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })

  it('a boleto has a line and a barcode, also after a reload', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession(WAITS))
    await shopper.paysByBoleto()
    await shopper.sees('heading', 'Your boleto is ready')

    await shopper.reloads()
    await shopper.sees('heading', 'Your boleto is ready')
    await shopper.sees('image', 'Barcode of the boleto')
    const line = String(await shopper.page.evaluate(VALUE('Boleto number')))
    expect(line.replaceAll(/\D/g, '')).toHaveLength(47)

    await shopper.sees('link', 'Open the boleto (PDF)')
    const link = `document.querySelector('a[href$="boleto.pdf"]')`
    expect(await shopper.page.evaluate(BEGINNING(link))).toBe('%PDF-')
  })
})
