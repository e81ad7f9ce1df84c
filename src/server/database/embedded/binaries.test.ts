import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { reachableBinaries, restoreSymlinks } from './binaries.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

let directory: string
let logged: string[]
const note = (message: string) => logged.push(message)
const log = { info: note, warn: note }

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'binaries-test-'))
  logged = []
  mkdirSync(join(directory, 'native', 'bin'), { recursive: true })
  mkdirSync(join(directory, 'native', 'lib'))
  writeFileSync(join(directory, 'native', 'bin', 'postgres'), '#!/bin/sh\necho here\n', {
    mode: 0o755,
  })
  writeFileSync(join(directory, 'native', 'lib', 'libicu.so.60.2'), '')
})
afterEach(() => rmSync(directory, { recursive: true }))

const installed = () => ({ directory: join(directory, 'native'), version: '0.0.0-test', major: 0 })

describe('restoreSymlinks', () => {
  const link = () => join(directory, 'native', 'lib', 'libicu.so.60')

  beforeEach(() => {
    const list = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]
    writeFileSync(join(directory, 'native', 'pg-symlinks.json'), JSON.stringify(list))
  })

  it('creates the links of the skipped install script', () => {
    restoreSymlinks(directory)
    restoreSymlinks(directory)
    expect(existsSync(link())).toBe(true)
  })

  it('throws with the remedy when it cannot', () => {
    symlinkSync('gone/away', link())
    rmSync(join(directory, 'native', 'lib'), { recursive: true })
    expect(() => restoreSymlinks(directory)).toThrow('npm rebuild')
  })
})

describe('reachableBinaries', () => {
  it("returns npm's folder when PostgreSQL runs as the user of this process", () => {
    expect(reachableBinaries(installed(), undefined, log)).toBe(installed().directory)
    expect(logged).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)(
    'copies them to a folder that the other user can enter',
    () => {
      const user = unprivilegedUser()
      const umask = process.umask(0o077)
      const copy = reachableBinaries(installed(), user, log)
      process.umask(umask)
      try {
        const { uid, gid } = user ?? {}
        const options = { uid, gid, cwd: '/', encoding: 'utf8' } as const
        expect(execFileSync(join(copy, 'bin', 'postgres'), options)).toBe('here\n')
        expect(reachableBinaries(installed(), user, log)).toBe(copy)
        expect(logged).toEqual([expect.stringContaining(copy)])
      } finally {
        rmSync(copy, { recursive: true })
      }
      chmodSync(directory, 0o755)
      expect(reachableBinaries(installed(), user, log)).toBe(installed().directory)
    },
  )
})
