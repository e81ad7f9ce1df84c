import { expect, test } from './fixtures.ts'
import { makeMerchant } from './merchant.ts'
import { openInbox } from './inbox.ts'

test('A Pix on an open page runs out when its merchant moves time', async ({ checkout, page }) => {
  // A merchant of its own: the time of the others is theirs.
  const inbox = await openInbox()
  const merchant = await makeMerchant(inbox)
  const { clock } = merchant.client.sandbox
  await clock.freeze()
  await checkout.open(
    await merchant.createSession({ customer: { email: 'fill_never@example.com' } }),
  )
  await checkout.choose('Pix')
  await checkout.pay()
  const timer = page.getByRole('timer')
  await expect(timer).toContainText('30:00')

  await clock.advance({ by: '29m' })
  await expect(timer).toContainText('1:00')
  await clock.advance({ by: '2m' })
  await expect(page.getByText('The Pix code has expired')).toBeVisible()
  await expect(checkout.payButton).toBeEnabled()
  await clock.resume()
  await inbox.close()
})
