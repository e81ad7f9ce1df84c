import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCommandLine, PRODUCTION } from '#proof/testing/cli/command-line.fixture.ts'
import { statement } from '#server/database/engine/database.ts'

describe('checkout dashboard', () => {
  it('prints a link of the demo admin, which replaces the one before', async () => {
    const checkout = await openCommandLine()
    onTestFinished(() => checkout.close())
    const urls: string[] = []
    for (let times = 0; times < 2; times += 1)
      urls.push((await checkout.json<{ url: string }>('dashboard')).url)
    const hashes = urls.map((url) => {
      const [address, token = ''] = url.split('#')
      expect(address).toMatch(/^http:\/\/localhost:\d+\/sign-in$/)
      return createHash('sha256').update(token).digest('hex')
    })
    const links = await checkout.database.query(
      statement('test', `select encode(token_hash, 'hex') as hash from sign_in_links`),
      [],
    )
    expect(links).toEqual([{ hash: hashes[1] }])
  })

  it('1 in production, with the commands to use there', async () => {
    const checkout = await openCommandLine(PRODUCTION)
    onTestFinished(() => checkout.close())
    const { exitCode, stdout, stderr } = await checkout.run('dashboard')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('npx --no checkout users invite')
  })
})
