import { describe, expect, it } from 'vitest'
import { checkLaterScripts } from './later-scripts.ts'

const shared = { fileName: 'shared.js', isEntry: false, imports: [], dynamicImports: [] }
const entry = {
  fileName: 'entry.js',
  isEntry: true,
  imports: ['shared.js'],
  dynamicImports: ['view.js'],
}
const view = { ...shared, fileName: 'view.js', imports: ['entry.js'], dynamicImports: ['later.js'] }
const later = { ...shared, fileName: 'later.js', imports: ['entry.js', 'shared.js'] }

describe('checkLaterScripts', () => {
  it('lets a lazy script import what is loaded with the entry', () => {
    expect(() => checkLaterScripts([later, shared, entry])).not.toThrow()
  })

  it('lets a script that the view loads import the view', () => {
    const last = { ...later, imports: ['entry.js', 'view.js'] }
    expect(() => checkLaterScripts([last, view, shared, entry], 'view.js')).not.toThrow()
    expect(() => checkLaterScripts([last, view, shared, entry])).toThrow('which later.js imports')
  })

  it('names a script of the entry that imports the view, which may not be there', () => {
    const early = { ...entry, dynamicImports: ['view.js', 'later.js'] }
    const last = { ...later, imports: ['view.js'] }
    expect(() => checkLaterScripts([last, view, shared, early], 'view.js')).toThrow(
      'WebKit would refuse view.js, which later.js imports',
    )
  })

  it('names a lazy script that imports another one', () => {
    const lonely = { ...entry, imports: [] }
    expect(() => checkLaterScripts([later, shared, lonely])).toThrow(
      'WebKit would refuse shared.js, which later.js imports',
    )
  })
})
