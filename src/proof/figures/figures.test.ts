import { describe, expect, it } from 'vitest'
import { BLOCKS, markdownTable, measuredBy, readBlock, readFigures } from './blocks.ts'
import { pageFigures } from './page-figures.ts'

describe('the figures in the guide', () => {
  it('of the page are those of the build: npm run build, then npm run figures', async () => {
    expect(readBlock(await readFigures(), 'page')).toBe(await pageFigures())
  })

  it.each([
    'bench',
    'adapter',
    'adapter-adyen',
    'finding',
    'document',
    'growth',
    'worker',
  ] as const)('of %s name their command and day', async (name) => {
    const command = BLOCKS[name].replace(' --write', '').replace(/ --$/, '')
    expect(readBlock(await readFigures(), name)).toMatch(
      new RegExp(`Measured by \`${command}[^\`]*\` on \\d{4}-\\d\\d-\\d\\d\\.$`),
    )
  })

  it('are written as tables, with the day of their measurement', () => {
    expect(markdownTable(['what', 'ms'], [['a list', '1.2']])).toBe(
      '| what | ms |\n|---|--:|\n| a list | 1.2 |',
    )
    expect(measuredBy('npm run bench', new Date('2026-11-22T23:00:00Z'))).toBe(
      'Measured by `npm run bench` on 2026-11-22.',
    )
  })

  it('refuse a document without the block', () => {
    expect(() => readBlock('# Reliability', 'page')).toThrow('has no block')
  })
})
