import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkSizes } from './sizes.ts'

/** Base64 text of `kilobytes` KiB, which compresses to three quarters of that at best. */
const text = (kilobytes: number) => randomBytes(kilobytes * 768).toString('base64')

const script = (name: string, code: string, imports: string[] = []) => ({
  fileName: `assets/${name}.js`,
  name,
  code,
  imports,
  isEntry: name === 'entry',
})

it('accepts what is within the budgets', async () => {
  const scripts = [script('entry', text(20)), script('find', text(8)), script('timeline', text(8))]
  await expect(checkSizes({ css: text(4), document: text(5) }, scripts)).resolves.toBeUndefined()
})

it('counts what the entry imports with it', async () => {
  const scripts = [script('entry', text(90), ['assets/shared.js']), script('shared', text(90))]
  await expect(checkSizes({ css: '', document: '' }, scripts)).rejects.toThrow(
    /: entry 1\d\d\.\d of 120\.0 KB$/,
  )
})

it('names every screen and language that is too large, styles and the document', async () => {
  const scripts = [script('entry', 'x'), script('find', text(24)), script('timeline', text(24))]
  await expect(checkSizes({ css: text(16), document: text(9) }, scripts)).rejects.toThrow(
    /styles .+ of 9\.0 KB; document .+ of 6\.0 KB; find .+ of 14\.0 KB; timeline .+ of 14\.0 KB$/,
  )
})
