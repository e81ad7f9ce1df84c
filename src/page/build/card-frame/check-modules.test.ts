import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundleInline } from '../bundle.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { checkModules } from './check-modules.ts'

const OWN = [
  'src/page/card-frame/frame.ts',
  'src/domain/methods/card/card-number.ts',
  'src/page/web/styles/tokens.css',
]

function check(...paths: string[]) {
  return () => checkModules(paths.map((path) => join(PROJECT_ROOT, path)))
}

describe('checkModules', () => {
  it("accepts the frame's own code, the rules and the styles", () => {
    expect(check(...OWN)).not.toThrow()
  })

  it.each([
    'node_modules/react/index.js',
    'node_modules/src/page/card-frame/frame.ts',
    'src/page/web/browser.ts',
    'src/page/web/styles/odd.ts',
    'src/contract/checkout.ts',
    'src/page/card-frame/../web/app.tsx',
    '../src/fields/frame.ts',
    'src/domain/rules.js',
  ])('S-49: stops %s', (path) => {
    expect(check(...OWN, path)).toThrow("the card's frame must not hold ")
  })

  it('S-49: refuses a module that the bundler adds', () => {
    expect(() => checkModules(['\0rolldown/runtime.js'])).toThrow('must not hold')
  })

  it('refuses an empty bundle', () => {
    expect(check()).toThrow('made of nothing')
  })

  it('gets every module of a bundle, packages included', async () => {
    const { moduleIds } = await bundleInline('sandbox', 'src/contract/limits.ts')
    expect(moduleIds).toEqual([join(PROJECT_ROOT, 'src/contract/limits.ts')])
    const ids = await bundleInline('sandbox', 'src/contract/page.ts')
    expect(() => checkModules(ids.moduleIds)).toThrow(/must not hold (src\/contract|node_modules)/)
  })
})
