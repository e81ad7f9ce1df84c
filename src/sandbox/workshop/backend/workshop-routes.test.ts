import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WORKSHOP_ROOT_ID } from '../root.ts'
import { ADMIN_ORIGIN, openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { writeStandInBuild } from '#proof/testing/page/stand-in-build.fixture.ts'

useStandInBuild()

const EVENT = 'evt_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const PAGES = ['/preview', '/notifications', `/notifications/${EVENT}`]
const SCRIPT = '/workshop/assets/entry-7a8b.js'

describe('/preview', () => {
  it('is a document with a root element for its script', async () => {
    const html = await (await openBff().get('/preview')).text()
    expect(html).toContain(`<div id="${WORKSHOP_ROOT_ID}"></div>`)
    expect(html).toContain(`<script type="module" src="${SCRIPT}" integrity="sha384-`)
  })
})

describe('what moved into the dashboard', () => {
  it.each([
    ['/notifications', ADMIN_ORIGIN],
    ['/notifications/sign-in', ADMIN_ORIGIN],
    [`/notifications/${EVENT}`, `${ADMIN_ORIGIN}/find#q=${EVENT}`],
    ['/notifications/evt_short', ADMIN_ORIGIN],
  ])('%s redirects to %s', async (path, address) => {
    const answer = await openBff().get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, address])
  })
})

describe('the files of the workshop', () => {
  it('are served', async () => {
    const answer = await openBff().get(SCRIPT)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('entry')])
  })

  it.each(['/workshop/assets/nothing.js', '/workshop/workshop.json', '/workshop/'])(
    'exclude %s',
    async (path) => {
      expect((await openBff().get(path)).status).toBe(404)
    },
  )
})

describe('in production', () => {
  it.each([...PAGES, SCRIPT])('there is no %s, whatever is next to its build', async (path) => {
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
