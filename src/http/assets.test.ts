import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { writeStandInBuild } from '#proof/testing/page/stand-in-build.fixture.ts'

useStandInBuild()

describe('GET /assets/…', () => {
  it('answers in an encoding in which the file was built', async () => {
    const { get } = openBff()
    const plain = await (await get('/assets/entry-1a2b.js')).text()
    expect(plain).toContain('console.log("entry")')
    const bytes = async (encoding: string) => {
      const answer = await get('/assets/entry-1a2b.js', { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      return Buffer.from(await answer.arrayBuffer())
    }
    expect(String(await promisify(brotliDecompress)(await bytes('br')))).toBe(plain)
    expect(String(await promisify(gunzip)(await bytes('gzip')))).toBe(plain)
  })

  it.each([
    '/assets/nothing.js',
    '/assets/entry-1a2b.js.br',
    '/assets/picture.png',
    '/assets/../build.json',
    '/assets/..%2f..%2fbuild.json',
    '/assets/%2e%2e/build.json',
    '/build.json',
    '/server/entry-server.js',
  ])('has no %s', async (path) => {
    expect((await openBff().get(path)).status).toBe(404)
  })
})

describe('loadBuild', () => {
  it('answers `missing` without a build', async () => {
    expect(await loadBuild('/nowhere/dist/sandbox')).toEqual({
      kind: 'missing',
      directory: '/nowhere/dist/sandbox',
    })
  })

  it('throws for a broken build', async () => {
    const directory = writeStandInBuild({ scripts: 'all' })
    await expect(loadBuild(directory)).rejects.toThrow(/scripts/)
    rmSync(directory, { recursive: true })
  })

  it('is not served in the other environment', async () => {
    const directory = writeStandInBuild({ environment: 'production' })
    const build = await loadBuild(directory)
    expect(() => openBff({ build })).toThrow('the page was built for production, not for sandbox')
    rmSync(directory, { recursive: true })
  })

  it('S-45: is not served with a script without integrity', async () => {
    const directory = writeStandInBuild({ preloads: ['/assets/other.js'] })
    const build = await loadBuild(directory)
    expect(() => openBff({ build })).toThrow('the build has no integrity for /assets/other.js')
    rmSync(directory, { recursive: true })
  })
})
