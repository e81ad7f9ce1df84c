// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MERCHANT, MERCHANT_ID, renderDashboard } from '#proof/testing/render-dashboard.tsx'

/** The settings of a merchant, which a colleague has changed since the screen was opened. */
async function openChangedSettings() {
  const sent: unknown[] = []
  const note = ({ body }: { body: { input: unknown } }) => {
    sent.push(body.input)
    return {}
  }
  const { queryClient, said } = await renderDashboard(`/m/${MERCHANT_ID}`, {
    [`GET /merchants/${MERCHANT_ID}`]: MERCHANT,
    'POST /dashboard-actions/merchant.change': note,
    'POST /dashboard-actions/merchant.allow': note,
  })
  const change = async (changed: Partial<typeof MERCHANT>) => {
    said[`GET /merchants/${MERCHANT_ID}`] = { ...MERCHANT, ...changed }
    await act(async () => {
      await queryClient.invalidateQueries()
      // Components hear of it in a later task.
      await new Promise((resolve) => setTimeout(resolve, 10))
    })
  }
  await screen.findByRole('button', { name: 'Change' })
  await change({ amountMismatch: 'refund', peopleMay: [] })
  return { sent, change }
}

const open = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function save() {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it('a new name sends nothing else over the change of a colleague, before or while the dialog is open', async () => {
  const { sent, change } = await openChangedSettings()
  open('Change')
  await change({ latePayments: 'accept' })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Loja Nova' } })
  await save()
  expect(sent).toEqual([{ merchantId: MERCHANT_ID, name: 'Loja Nova' }])
})

it('what people may do begins with what they may do now', async () => {
  const { sent } = await openChangedSettings()
  open('What its people may')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  fireEvent.click(boxes[1] ?? document.body)
  await save()
  expect(sent).toEqual([{ merchantId: MERCHANT_ID, may: ['callback:write'] }])
})
