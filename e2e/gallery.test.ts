import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'
import { findFaults } from '#proof/gallery/find-faults.ts'
import { PROOF } from './proof.ts'

const GALLERY = join(import.meta.dirname, '../src/proof/gallery/gallery.ts')
const run = promisify(execFile)

test(
  'the longest texts, in the longest languages, fit the narrowest window',
  PROOF,
  async ({ browserName: _browserName }, { outputDir }) => {
    // Opens a browser of its own and eighteen pages.
    test.slow()
    const states =
      'every-error,order-long,long-names,boleto,paid-in-installments,email-installments'
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
    expect(stdout).toMatch(/^18 pictures in \d+ s, 0 faults: /)
    expect(await readFile(join(outputDir, 'index.html'), 'utf8')).toContain('every-error')
  },
)

test(
  'a run shows production without the sandbox, and what changed since an earlier run',
  PROOF,
  async ({ browserName: _browserName }, { outputDir }) => {
    test.slow()
    const [earlier, later] = [join(outputDir, 'earlier'), join(outputDir, 'later')]
    const slice = '--states email,pix-only,bank --languages en --widths 360 --themes light'.split(
      ' ',
    )
    await run(process.execPath, [GALLERY, ...slice, '--out', earlier])
    const compared = ['--environment', 'production', '--compare', earlier, '--out', later]
    const { stdout } = await run(process.execPath, [GALLERY, ...slice, ...compared])

    expect(stdout).toMatch(/^2 pictures in \d+ s, 0 faults: /)
    const index = await readFile(join(later, 'index.html'), 'utf8')
    expect(index).toContain('"earlier":"../earlier"')
    expect(index).toMatch(/"changed":\[[^\]]*"en\/pix-only-360-light\.jpg"/)
    expect(index).not.toContain('"name":"bank"')
  },
)

test(
  'states that wait for something are reached',
  PROOF,
  async ({ browserName: _browserName }, { outputDir }) => {
    test.slow()
    const states = 'submitting,loading,offline,unreachable,checking-long'
    const slice = `--languages en --widths 360 --themes light --states ${states}`.split(' ')
    const { stdout } = await run(process.execPath, [GALLERY, ...slice, '--out', outputDir])
    expect(stdout).toMatch(/^5 pictures in \d+ s, 0 faults: /)
  },
)

test('overflow and clipping are found, and an ellipsis is not reported', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 400 })
  await page.setContent(`
    <p class="wide" style="width: 400px">reaches out</p>
    <p class="cut" style="width: 40px; overflow: hidden; white-space: nowrap">a text that is cut</p>
    <p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">a text</p>
    <input style="width: 60px" placeholder="A placeholder that is cut">`)
  expect(await page.evaluate(findFaults)).toEqual([
    expect.stringMatching(/^is \d+ px wider than the window$/),
    '.wide "reaches out" reaches out of the window',
    '.cut "a text that is cut" is clipped',
    'the placeholder "A placeholder that is cut" is clipped',
  ])
})
