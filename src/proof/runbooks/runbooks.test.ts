import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillIn, readCommands, RUNBOOKS } from '../testing/cli/runbook.fixture.ts'

const names = readdirSync(RUNBOOKS)
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'README')
const read = (name: string) => readFileSync(join(RUNBOOKS, `${name}.md`), 'utf8')

describe('S-110: the runbook', () => {
  it.each(names)('%s has commands, is executed by a test, and is listed', (name) => {
    expect(readCommands(read(name)).length).toBeGreaterThan(3)
    expect(existsSync(join(import.meta.dirname, `${name}.test.ts`))).toBe(true)
    expect(read('README')).toContain(`(${name}.md)`)
  })

  it.each(names)('%s has no command outside of an executed block', (name) => {
    const blocks = read(name).match(/^```\w*$/gm) ?? []
    expect(blocks.filter((_, index) => index % 2 === 0)).toEqual(
      blocks.filter((_, index) => index % 2 === 0).map(() => '```sh'),
    )
    expect(read(name).replaceAll(/^```sh\n.*?^```$/gms, '')).not.toContain('npx ')
  })
})

it('a command with an unfilled placeholder is not run', () => {
  expect(fillIn('keys revoke <keyId>', { keyId: 'key_1' })).toBe('keys revoke key_1')
  expect(() => fillIn('keys revoke <keyId>', {})).toThrow('<keyId>')
})
