import { describe, expect, it } from 'vitest'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'

useStandInBuild()

const SPANISH = { 'accept-language': 'es-MX,en;q=0.5' }

describe('a page without a session', () => {
  it.each([
    ['/', 200, 'home in es'],
    ['/nothing/here', 404, 'notFound in es'],
  ])('at %s uses the language of the browser', async (path, status, title) => {
    const answer = await openBff().get(path, SPANISH)
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).toContain('<html lang="es" dir="ltr">')
    expect(html).toContain(`<h1>${title}</h1>`)
    // F-17
    expect(html).toContain('<meta name="format-detection" content="telephone=no,')
  })

  it('uses the chosen language', async () => {
    const answer = await openBff().get('/nothing/here?locale=pt-BR', SPANISH)
    expect(await answer.text()).toContain('<h1>notFound in pt-BR</h1>')
  })

  it('tells operators in English what to do without a build', async () => {
    const { get } = openBff({ build: { kind: 'missing', directory: 'dist/nowhere' } })
    expect(await (await get('/', SPANISH)).text()).toContain('<h1>The page is not built</h1>')
  })
})
