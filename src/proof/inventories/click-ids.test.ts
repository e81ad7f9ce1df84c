import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLICK_IDS } from '#contract/return-parameters.ts'

it('F-8: the guide prints each click id that is not signed, and no other', () => {
  const guide = readFileSync('docs/guides/merchant.md', 'utf8')
  const [, printed = ''] = /^Click ids stand outside[^:]*:[^:]*:\n([^]*?)\.\n\n/m.exec(guide) ?? []
  expect(printed.split(/,\s/)).toEqual(CLICK_IDS.map((name) => `\`${name}\``))
})
