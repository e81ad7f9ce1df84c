import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const UNIT = join(import.meta.dirname, '../../cli/deploy/systemd/checkout.service')
/** In tenths: 2.0 is what systemd calls OK. */
const EXPOSURE_MAX = 20
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

describe('the unit for systemd', () => {
  const lines = readFileSync(UNIT, 'utf8').split('\n')

  it('holds no secret: each comes as a credential, in a file', () => {
    const given = lines.filter((line) => /^Environment=.*(KEY|TOKEN|DATABASE_URL|SMTP)/.test(line))
    expect(given).toEqual([
      'Environment=MASTER_KEY_FILE=%d/master-key',
      'Environment=DATABASE_URL_FILE=%d/database-url',
    ])
  })

  it('does not try a wrong configuration again', () => {
    expect(lines).toContain('RestartPreventExitStatus=64 78')
  })

  it.skipIf(!hasSystemd)('is understood by systemd (skipped where there is none)', () => {
    // On the machine of the test the program in /opt is missing.
    const complaints = analyze('verify', UNIT)
      .stderr.split('\n')
      .filter((line) => line !== '' && !line.includes('is not executable'))
    expect(complaints).toEqual([])
  })

  it.skipIf(!hasSystemd)('is exposed to little (skipped where there is no systemd)', () => {
    const judged = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, UNIT)
    expect(judged.stdout).toContain('Overall exposure level')
    expect(judged.status).toBe(0)
  })
})
