// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { BrowserContext } from '#page/web/browser.ts'
import { ADYEN_TEST_CARDS } from '../test-cards/processor-test-cards.ts'
import { OutcomeButtons } from './outcome-buttons.tsx'
import { TestValueList } from './test-value-list.tsx'

afterEach(cleanup)

function show(cards: unknown, status = 200) {
  const fetch = async () => Response.json({ cards }, { status })
  render(
    <BrowserContext value={{ fetch, leaveFor: () => undefined }}>
      <TestValueList locale="en" />
      <OutcomeButtons
        reference="reference"
        checkout={pageCheckouts.authorized}
        locale="en"
        refresh={async () => undefined}
      />
    </BrowserContext>,
  )
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

describe('with cards at Adyen', () => {
  it('the test cards are Adyen’s, and the simulator decides nothing of a card', async () => {
    show(ADYEN_TEST_CARDS)
    const declined = await screen.findByText('4111 1111 1111 1111 DECLINED')
    expect(declined.nextSibling).toHaveTextContent('declined')
    expect(screen.getByText('4212 3456 7891 0006')).toBeInTheDocument()
    expect(screen.queryByText('4242 4242 4242 4242')).toBeNull()
    await expect.poll(buttons).toEqual(['Hold released'])
  })
})

describe('with cards at the simulator', () => {
  it.each([
    [null, 200],
    [ADYEN_TEST_CARDS, 503],
  ])('the test cards are its own: %j, %i', async (cards, status) => {
    show(cards, status)
    expect(await screen.findByText('4242 4242 4242 4242')).toBeInTheDocument()
    expect(screen.queryByText(/^4111/)).toBeNull()
    expect(buttons()).toEqual(['Paid', 'Hold released', 'Hold expired'])
  })
})
