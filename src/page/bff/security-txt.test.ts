import { expect, it } from 'vitest'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'

useStandInBuild()

const PATH = '/.well-known/security.txt'
const clock = () => new Date('2026-11-21T17:30:00.000Z')

it("S-110: names the operator's security contact, by RFC 9116", async () => {
  const { get } = openBff({
    checkoutUrl: 'https://pay.example',
    securityContact: 'mailto:security@pay.example',
    clock,
  })
  const answer = await get(PATH)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:security@pay.example',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Canonical: https://pay.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

it('S-110: 404 without a contact', async () => {
  expect((await openBff().get(PATH)).status).toBe(404)
})
