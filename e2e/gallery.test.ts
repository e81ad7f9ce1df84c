import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'

const GALLERY = join(import.meta.dirname, '../src/gallery/gallery.ts')
const run = promisify(execFile)

test('the narrowest window holds what is longest, in the languages that ask most of it', async ({
  browserName: _browserName,
}, { outputDir }) => {
  const states = 'open,every-error,order-long,long-names,pix,boleto,paid-in-installments'
  const slice = [
    '--states',
    states,
    '--languages',
    'en,ar,de',
    '--widths',
    '320',
    '--themes',
    'light',
  ]
  const { stdout } = await run(process.execPath, [GALLERY, ...slice, '--out', outputDir])
  expect(stdout).toMatch(/^21 pictures in \d+ s, 0 faults: /)
  expect(await readFile(join(outputDir, 'index.html'), 'utf8')).toContain('every-error')
})
