import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChallengeReturn, type ChallengeReturn } from './challenge-return.ts'

let back: ChallengeReturn
beforeEach(async () => {
  back = await openChallengeReturn()
})
afterEach(() => back.close())

it('takes what a browser of this machine brings back from a challenge, also a long result', async () => {
  expect(back.returned()).toBeUndefined()
  // 18 000 characters once they are encoded.
  const redirectResult = 'a/+='.repeat(1800)
  const url = new URL(back.url)
  url.searchParams.set('redirectResult', redirectResult)
  expect((await fetch(url)).status).toBe(200)
  expect(back.returned()).toEqual({ redirectResult })
  back.forget()
  expect(back.returned()).toBeUndefined()
})

it.each(['', '/favicon.ico?a=b'])('takes nothing else: %s', async (path) => {
  const response = await fetch(path === '' ? back.url : new URL(path, back.url))
  expect([response.status, back.returned()]).toEqual([404, undefined])
})
