import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#words/languages.ts'
import { readCommandLine } from '../command-line/command-line.ts'
import { GALLERY } from './options.ts'
import { GALLERY_STATES } from './states/states.ts'

const readOptions = (args: string[]) => readCommandLine(GALLERY, args)

describe('the options of the gallery', () => {
  it('picture every state, at three widths, in both themes', () => {
    const { states, widths, themes } = readOptions([])
    expect(states).toEqual(GALLERY_STATES.map(({ name }) => name))
    expect(widths).toEqual([360, 768, 1280])
    expect(themes).toEqual(['light', 'dark'])
  })

  it('take lists, and "all" for every language', () => {
    expect(readOptions(['--languages', 'all']).languages).toHaveLength(LANGUAGES.length)
    const { states, languages } = readOptions(['--states', 'pix, open,pix', '--languages=ar'])
    expect({ states, languages }).toEqual({ states: ['pix', 'open'], languages: ['ar'] })
  })

  it.each([
    [['--states', 'opened'], /--states opened: there are open, /],
    [['--languages', 'tlh'], /--languages tlh: there are en, /],
    [['--themes', 'sepia'], /--themes sepia: there are light, dark/],
    [['--widths', '360,wide'], /--widths wide: must be a whole number from 240 to 3840/],
    [['--environment', 'staging'], /--environment staging: there are sandbox, production/],
    [['--jobs', '0'], /--jobs 0: must be a whole number from 1 to 16/],
    [['--states', ','], /--states .*names nothing/],
    [['--colour'], /--colour/],
  ])('refuse %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

describe('the states of the gallery', () => {
  it('have unique names, as references, too', () => {
    const references = GALLERY_STATES.map(({ name }) => name.replaceAll('-', ''))
    expect(new Set(references).size).toBe(GALLERY_STATES.length)
    expect(references.filter((reference) => !/^[0-9a-z]{1,33}$/.test(reference))).toEqual([])
  })
})
