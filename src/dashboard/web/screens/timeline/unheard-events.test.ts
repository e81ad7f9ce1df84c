import { expect, it } from 'vitest'
import { deliveryOf, eventOf, timelineOf } from '#proof/testing/timelines.ts'
import { unheardEvents } from './unheard-events.ts'

const FAILING = deliveryOf('pending', 2)
const { merchant } = timelineOf()

it.each([
  ['was taken', [deliveryOf('succeeded', 1)], 0],
  ['was taken when it was sent again', [deliveryOf('exhausted', 3), deliveryOf('succeeded', 1)], 0],
  ['is about to be sent', [deliveryOf('pending', 0)], 0],
  ['is about to be sent again', [deliveryOf('exhausted', 3), deliveryOf('pending', 0)], 0],
  ['fails', [FAILING], 1],
  ['was given up', [deliveryOf('exhausted', 3)], 1],
  ['was never sent', [], 1],
])('an event that %s: %#', (_, deliveries, count) => {
  const events = [eventOf('session.completed', deliveries)]
  expect(unheardEvents({ merchant, events })).toHaveLength(count)
})

it.each(['none', 'disabled'] as const)(
  'of a shop whose endpoint is %s there are none',
  (endpoint) => {
    const events = [eventOf('session.completed', [FAILING])]
    expect(unheardEvents({ merchant: { ...merchant, endpoint }, events })).toEqual([])
  },
)
