import { expect, it } from 'vitest'
import { servePostalCodes } from '../postal-codes.ts'
import { describeEngines, type Visit } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

async function opensAddress({ merchant, shopper }: Visit): Promise<void> {
  await shopper.opens(
    await merchant.createSession({
      paymentMethods: ['pix'],
      collect: { name: 'hidden', taxId: 'hidden', billingAddress: 'required' },
    }),
  )
}

/** Waits for the values of fields, by id. */
async function holds(shopper: Shopper, values: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(values))
    await shopper.until(`document.getElementById('${id}').value === ${JSON.stringify(value)}`)
}

describeEngines('typing help', (visit) => {
  it('a CEP chooses the state, and the focus stays', async () => {
    const { shopper } = visit
    await opensAddress(visit)
    await shopper.fills('CEP', '01302000')
    await holds(shopper, { state: 'SP' })
    expect(await shopper.page.evaluate('document.activeElement.id')).toBe('postal-code')
  })

  it("the operator's service fills in street and city; the shopper adds the number", async () => {
    const { shopper } = visit
    const service = await servePostalCodes()
    await opensAddress(visit)
    await shopper.fills('CEP', '01310100')
    await holds(shopper, { 'address-line1': 'Avenida Paulista', city: 'São Paulo', state: 'SP' })
    await holds(shopper, { district: 'Bela Vista' })
    await shopper.page.press('Tab')
    await shopper.page.press('Tab')
    await shopper.page.write('1578')
    await holds(shopper, { 'address-line1': 'Avenida Paulista', 'street-number': '1578' })
    expect(await shopper.page.evaluate('document.activeElement.id')).toBe('street-number')
    service.close()
  })

  it('a mistyped e-mail is corrected with the keyboard alone', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ paymentMethods: ['pix'] }))
    await shopper.fills('Email', 'ana@gmial.com')
    await shopper.page.press('Tab')
    await shopper.sees('button', 'Did you mean ana@gmail.com?')
    await shopper.page.press('Shift+Tab')
    await shopper.page.press('Enter')
    await holds(shopper, { email: 'ana@gmail.com' })
    expect(await shopper.page.evaluate('document.activeElement.id')).toBe('email')
  })
})
