import { describe, expect, it } from 'vitest'
import { checkLaterScripts } from './later-scripts.ts'

const shared = { fileName: 'shared.js', isEntry: false, imports: [] }
const entry = { fileName: 'entry.js', isEntry: true, imports: ['shared.js'] }
const later = { fileName: 'later.js', isEntry: false, imports: ['entry.js', 'shared.js'] }

describe('checkLaterScripts', () => {
  it('lets a lazy script import what is loaded with the entry', () => {
    expect(() => checkLaterScripts([later, shared, entry])).not.toThrow()
  })

  it('names a lazy script that imports another one', () => {
    const lonely = { ...entry, imports: [] }
    expect(() => checkLaterScripts([later, shared, lonely])).toThrow(
      'WebKit would refuse shared.js, which later.js imports',
    )
  })
})
