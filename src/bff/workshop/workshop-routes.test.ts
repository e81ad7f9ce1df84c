import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WORKSHOP_ROOT_ID } from '../../workshop/root.ts'
import { openBff, ORIGIN, useStandInBuild } from '../bff.fixture.ts'
import { loadBuild } from '../load-build.ts'
import { writeStandInBuild } from '../stand-in-build.fixture.ts'

useStandInBuild()

const PAGES = ['/preview', '/notifications']
const SCRIPT = '/workshop/assets/entry-7a8b.js'
const ALWAYS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^req_[0-9A-Za-z]{17}$/),
}
const HASH = "'sha(256|384)-[A-Za-z0-9+/]+=*'"

describe.each(PAGES)('%s', (path) => {
  it('runs its own scripts alone, frames its own origin alone, and is framed by nobody', async () => {
    const answer = await openBff().get(path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...ALWAYS,
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        new RegExp(
          `^default-src 'none'; script-src ${HASH} ${HASH}; img-src 'self' data:; connect-src 'self'; frame-src ${ORIGIN}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; style-src ${HASH}$`,
        ),
      ),
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding, Accept-Language',
    })
  })

  it('is a document with a place for its script to draw in', async () => {
    const html = await (await openBff().get(path)).text()
    expect(html).toContain(`<div id="${WORKSHOP_ROOT_ID}"></div>`)
    expect(html).toContain(`<script type="module" src="${SCRIPT}" integrity="sha384-`)
  })
})

describe('the files of the workshop', () => {
  it('are kept for ever, and framed by nobody', async () => {
    const answer = await openBff().get(SCRIPT)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('entry')])
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...ALWAYS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    })
  })

  it.each(['/workshop/assets/nothing.js', '/workshop/workshop.json', '/workshop/'])(
    'do not hold %s',
    async (path) => {
      expect((await openBff().get(path)).status).toBe(404)
    },
  )
})

describe('in production', () => {
  it.each([...PAGES, SCRIPT])('there is no %s, whatever lies beside its build', async (path) => {
    const directory = writeStandInBuild({ environment: 'production' })
    try {
      const build = await loadBuild(directory)
      const { get } = openBff({ build, environment: 'production' })
      expect((await get(path)).status).toBe(404)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
