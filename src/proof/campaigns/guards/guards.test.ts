import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GUARDS } from './guards.ts'

const SRC = join(import.meta.dirname, '../../..')

it.each(GUARDS)(
  'R-43, R-51: stands once in its file, so that it can be removed: $name',
  ({ file, search, test }) => {
    expect(readFileSync(join(SRC, file), 'utf8').split(search)).toHaveLength(2)
    expect(existsSync(join(SRC, test))).toBe(true)
  },
)
