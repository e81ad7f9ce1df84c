import { describe, expect, it } from 'vitest'
import { checkBrowsers, youngNamesIn } from './browsers.ts'

describe('R-69: the oldest browsers', () => {
  it.each([
    'Promise.withResolvers()',
    'AbortSignal.any([a])',
    'AbortSignal.timeout(5)',
    'list.toSorted()',
    'list.findLast(is)',
    'form.requestSubmit()',
    'crypto.randomUUID()',
    'input.ariaInvalid="true"',
    '/(?<=a)b/',
    'URL.canParse(url)',
  ])('lack %s, which fails the build', (code) => {
    expect(() => checkBrowsers({ page: `let x=1;${code}` })).toThrow(
      /^scripts need younger .*page: /,
    )
  })

  it('have what the scripts use', () => {
    const code = 'crypto.getRandomValues(a).at(-1);new AbortController;list.find(is);a.ariaLabel==b'
    expect(youngNamesIn(code)).toEqual([])
  })
})
