import { expect, it } from 'vitest'
import { arrivalOf, firstScreenOf } from '#page/web/session/arrival.ts'
import { SCREENS } from '#page/web/session/screen-of.ts'
import { GALLERY_STATES } from '#proof/gallery/states/states.ts'
import { pageOfState, STATE_NAMES } from './page-of-state.ts'
import { findState } from './states.ts'

it.each(SCREENS)('the state %s renders the screen of its name', (name) => {
  const checkout = pageOfState(name, 'en')
  const search = new URLSearchParams(findState(name)?.search)
  expect(checkout && firstScreenOf(checkout, arrivalOf(checkout, search))).toBe(name)
})

it('the gallery has a picture of each state', () => {
  const pictured = new Set(GALLERY_STATES.map(({ name }) => name))
  expect(STATE_NAMES.filter((name) => !pictured.has(name))).toEqual([])
})

it('names of states and of pictures are unique', () => {
  expect(new Set(STATE_NAMES).size).toBe(STATE_NAMES.length)
  expect(new Set(GALLERY_STATES.map(({ name }) => name)).size).toBe(GALLERY_STATES.length)
})
