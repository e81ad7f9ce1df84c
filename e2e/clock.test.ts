import { expect, test } from './fixtures.ts'

test.use({ order: { customer: { email: 'fill_never@example.com' } } })

test('A Pix on an open page expires when its merchant advances the clock', async ({
  checkout,
  clock,
  page,
  session,
}) => {
  await clock.freeze()
  await checkout.open(session)
  await checkout.payByPix()
  const timer = page.getByRole('timer')
  await expect(timer).toContainText('30:00')

  await clock.advance({ by: '29m' })
  await expect(timer).toContainText('1:00')
  await clock.advance({ by: '2m' })
  await expect(checkout.declined('pix_expired')).toBeVisible()
  await expect(checkout.payButton).toBeEnabled()
})
