// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MERCHANT_ID, paidTimeline, renderDashboard } from '#proof/testing/render-dashboard.tsx'
import { NoAnswer, Refused } from '../calls/call.ts'

const SESSION = 'cs_0350vCCld0IqH3aGtpi8sP'

/** What the server is to do with the next calls of the dashboard action. */
let next: () => unknown
let keys: string[]
let loads: number

beforeEach(() => {
  keys = []
  loads = 0
})

async function openTimeline() {
  await renderDashboard(`/m/${MERCHANT_ID}/payments/${SESSION}`, {
    [`GET /timeline/${SESSION}`]: () => {
      loads += 1
      return paidTimeline(SESSION, 'a•••@one.example')
    },
    'POST /dashboard-actions/refund.create': ({ headers }: { headers: Record<string, string> }) => {
      keys.push(headers['Idempotency-Key'] ?? '')
      return next()
    },
  })
  openDialog(await screen.findByRole('button', { name: 'Refund' }))
}

function openDialog(button = screen.getByRole('button', { name: 'Refund' })) {
  fireEvent.click(button)
}

function type(amount: string) {
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } })
}

async function press() {
  const before = keys.length
  fireEvent.click(screen.getByRole('button', { name: /^Refund R\$/ }))
  await waitFor(() => expect(keys).toHaveLength(before + 1))
}

const leave = () => fireEvent.click(screen.getByRole('button', { name: 'Leave it' }))
const failed = () => screen.findByRole('button', { name: /^Refund R\$/ })

describe('an act whose answer is lost', () => {
  it.each([
    ['there was no answer', new NoAnswer('no answer')],
    ['the server failed', new Refused(503, 'temporarily_unavailable', '')],
    ['it is still under way', new Refused(409, 'action_in_progress', '')],
    ['the call came too early', new Refused(429, 'rate_limited', '')],
  ])('is the same act when it is sent again later: %s', async (_name, error) => {
    next = () => {
      throw error
    }
    await openTimeline()
    type('30.00')
    await press()
    await failed()
    leave()
    openDialog()
    // Another amount is another dashboard action; the first one is still not answered.
    type('40.00')
    await press()
    await failed()
    type('30.00')
    await press()
    await failed()
    expect(keys[2]).toBe(keys[0])
    expect(keys[1]).not.toBe(keys[0])
  })

  it('may have been done: what is shown is loaded again', async () => {
    next = () => {
      throw new NoAnswer('no answer')
    }
    await openTimeline()
    const before = loads
    await press()
    await waitFor(() => expect(loads).toBeGreaterThan(before))
  })

  it('is over with a refusal: pressing again is another act', async () => {
    next = () => {
      throw new Refused(422, 'refund_exceeds_payment', '')
    }
    await openTimeline()
    await press()
    await failed()
    await press()
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is over once it is done', async () => {
    next = () => ({ refundId: 're_1', status: 'succeeded' })
    await openTimeline()
    type('30.00')
    await press()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    openDialog()
    type('30.00')
    await press()
    expect(keys[1]).not.toBe(keys[0])
  })
})

it('a dialog stays open while its act is pending', async () => {
  let answer = (_answer: unknown) => {}
  next = () => new Promise((resolve) => (answer = resolve))
  await openTimeline()
  await press()
  await screen.findByRole('button', { name: 'Wait…' })
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  leave()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  // A browser closes it at a second Escape.
  dialog.close()
  fireEvent(dialog, new Event('close'))
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
  answer({ refundId: 're_1', status: 'succeeded' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
