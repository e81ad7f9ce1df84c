import { submitIncomplete, typeCard } from './acts.ts'
import { session } from './checkouts.ts'
import type { UngroupedState } from './state.ts'

/** States of the card frame. */
export const CARD_STATES: readonly UngroupedState[] = [
  {
    name: 'card-typed',
    title: 'A card typed in',
    session: session(),
    act: (page) =>
      typeCard(page, {
        number: '5555555555554444',
        expiry: '1234',
        code: '123',
        name: 'ANA SOUZA',
      }),
  },
  {
    name: 'card-amex',
    title: 'American Express, with its code in front',
    session: session(),
    act: (page) => typeCard(page, { number: '378282246310005' }),
  },
  {
    name: 'card-wrong',
    title: 'A number that is wrong, a date that is past',
    session: session(),
    act: (page) => typeCard(page, { number: '4242424242424241', expiry: '0126', code: '12' }),
  },
  {
    name: 'card-errors-only',
    title: 'Pressed with half a card',
    session: session({ paymentMethods: ['card'], installments: null }),
    async act(page) {
      await typeCard(page, { number: '4242424242424242', name: 'ANA SOUZA' })
      await page.locator('#email').fill('ana@example.com')
      await submitIncomplete(page)
    },
  },
]
