import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WORKSHOP_ROOT_ID } from '../root.ts'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { writeStandInBuild } from '#proof/testing/page/stand-in-build.fixture.ts'

useStandInBuild()

const PAGES = ['/preview']
const SCRIPT = '/workshop/assets/entry-7a8b.js'

describe('/preview', () => {
  it('is a document with a root element for its script', async () => {
    const html = await (await openBff().get('/preview')).text()
    expect(html).toContain(`<div id="${WORKSHOP_ROOT_ID}"></div>`)
    expect(html).toContain(`<script type="module" src="${SCRIPT}" integrity="sha384-`)
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
