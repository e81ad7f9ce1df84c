import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '#words/languages.ts'
import { BANK_WORDS } from '#words/tables/bank.ts'
import { SANDBOX_WORDS } from '#words/tables/sandbox.ts'
import { checkSeparation, SANDBOX_MARKERS, SANDBOX_SENTENCES } from './check-separation.ts'

const urls = { sandbox: 'http://localhost:4242', production: 'https://checkout.example.com' }
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'separation-'))
})
afterEach(() => rm(directory, { recursive: true }))

function write(text: string, name = 'entry.js') {
  return writeFile(join(directory, name), text)
}

describe('S-64: checkSeparation', () => {
  it('accepts a production build without anything of the sandbox', async () => {
    await write('const base = "https://checkout.example.com"')
    await expect(checkSeparation('production', directory, urls)).resolves.toBeUndefined()
  })

  it.each([urls.sandbox, ...SANDBOX_MARKERS])(
    'fails a production build that contains %s',
    async (text) => {
      await write('const right = true')
      await write(`const wrong = "${text}"`, 'lazy.js')
      await expect(checkSeparation('production', directory, urls)).rejects.toThrow(
        /the production build holds ".*" of the other environment in .*lazy\.js/,
      )
    },
  )

  it.each(LANGUAGES)(
    'fails a production build that contains a sentence of the sandbox or its bank in $tag',
    async ({ tag }) => {
      for (const words of [SANDBOX_WORDS[tag], BANK_WORDS[tag]]) {
        const text = Object.values(words).find((one) => SANDBOX_SENTENCES.includes(one))
        await write(`const wrong = "${text}"`, 'lazy.js')
        await expect(checkSeparation('production', directory, urls)).rejects.toThrow(
          `the production build holds "${text}" of the other environment`,
        )
      }
    },
  )

  it('fails a sandbox build that contains the production URL', async () => {
    await write(SANDBOX_MARKERS.join() + urls.production)
    await expect(checkSeparation('sandbox', directory, urls)).rejects.toThrow(
      'the sandbox build holds "https://checkout.example.com"',
    )
  })

  it('fails a sandbox build without the sandbox markers', async () => {
    await write(SANDBOX_MARKERS.slice(1).join())
    await expect(checkSeparation('sandbox', directory, urls)).rejects.toThrow(
      `lacks its own markers: ${SANDBOX_MARKERS[0]}`,
    )
  })
})
