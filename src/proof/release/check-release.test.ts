import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRelease } from './check-release.ts'
import { readFacts, type Facts } from './read-facts.ts'
import { headCommit, SUMS, writeSbom, writeSource, writeSums } from './write-release.ts'
import { faultsOfSbom, Sbom } from './write-sbom.ts'

const GOOD: Facts = {
  changed: [],
  today: '2026-11-25',
  packageVersion: '0.2.0',
  lockVersions: ['0.2.0', '0.2.0'],
  codeVersion: '0.2.0',
  earlierVersions: ['0.1.0'],
  releaseBefore: '0.1.0',
  changelog: '# Changelog\n\n## 0.2.0 - 2026-11-25\n\n## 0.1.0 - 2026-11-22\n',
  operatingGuide: '## Upgrade from 0.1.0\n\n`npx --no checkout migrate --back-to 0.1.0`',
  namingTarball: { 'README.md': 'npm install ./hosted-checkout-0.2.0.tgz' },
  migrations: ['0001_baseline.sql', '0002_next.sql'],
  migrationFault: undefined,
  changedMigrations: [],
}
const FIRST: Facts = {
  ...GOOD,
  earlierVersions: [],
  releaseBefore: undefined,
  operatingGuide: '',
  migrations: ['0001_baseline.sql'],
}
const faults = (facts: Facts) =>
  checkRelease(facts)
    .filter(({ fault }) => fault !== undefined)
    .map(({ name, fault }) => `${name}: ${fault}`)

describe('the checklist of a release', () => {
  it('holds for a release that is ready', () => {
    expect(faults(GOOD)).toEqual([])
  })

  it('knows a first release, which has no other to compare with', () => {
    expect(faults(FIRST)).toEqual([])
    const migrations = ['0001_baseline.sql', '0002_next.sql']
    expect(faults({ ...FIRST, migrations })).toEqual([
      expect.stringContaining('put them into 0001_baseline.sql'),
    ])
  })

  it.each<[string, Partial<Facts>]>([
    ['src/forgotten.ts', { changed: ['?? src/forgotten.ts'] }],
    ['0.1.9 and 0.2.0 in package-lock.json', { lockVersions: ['0.1.9', '0.2.0'] }],
    ['0.1.0 in src/server/database/migrate/releases.ts', { codeVersion: '0.1.0' }],
    ['stands among the earlier releases', { earlierVersions: ['0.1.0', '0.2.0'] }],
    [
      '"Unreleased"; write "## 0.2.0 - 2026-11-25"',
      { changelog: '## Unreleased\n\n## 0.2.0 - 2026-11-25' },
    ],
    ['2026-12-01 is after today', { changelog: '## 0.2.0 - 2026-12-01' }],
    ['change in README.md', { namingTarball: { 'README.md': './hosted-checkout-0.1.0.tgz' } }],
    ['with --back-to 0.1.0', { operatingGuide: '## Upgrade from 0.1.0' }],
    [
      'should be called 0078',
      { migrationFault: 'Migration 0079_x.sql should be called 0078_<name>.sql' },
    ],
    ['restore 0003_c.sql', { changedMigrations: ['0003_c.sql'] }],
    ['git fetch --unshallow', { changedMigrations: undefined }],
  ])('says: %s', (text, facts) => {
    expect(faults({ ...GOOD, ...facts })).toEqual([expect.stringContaining(text)])
  })

  it('reads the facts of this project: one version everywhere, and migrations as they were', async () => {
    const facts = await readFacts(new Date())
    const { packageVersion, codeVersion, lockVersions } = facts
    expect([codeVersion, ...lockVersions]).toEqual(Array(3).fill(packageVersion))
    expect(facts.migrationFault).toBeUndefined()
    expect(facts.changedMigrations ?? []).toEqual([])
  })
})

describe('what a release is made of', () => {
  it('has the same bytes in two runs: SBOM, source and sums', { timeout: 180_000 }, async () => {
    const commit = headCommit()
    const runs: string[] = []
    for (let time = 0; time < 2; time++) {
      const directory = mkdtempSync(join(tmpdir(), 'checkout-release-'))
      try {
        await writeSbom(directory, commit)
        await writeSource(directory, commit)
        runs.push(writeSums(directory))
        expect(readFileSync(join(directory, SUMS), 'utf8')).toBe(runs.at(-1))
      } finally {
        rmSync(directory, { recursive: true })
      }
    }
    expect(runs[0]).toMatch(/^[0-9a-f]{64} {2}hosted-checkout-[\d.]+-source\.tar\.gz$/m)
    expect(runs[0]?.trim().split('\n')).toHaveLength(2)
    expect(runs[1]).toBe(runs[0])
  })

  it('has an SBOM that refers to what it names, and names each dependency', () => {
    const component = (name: string) => ({
      'bom-ref': `${name}@1.0.0`,
      type: 'library',
      name,
      version: '1.0.0',
      purl: `pkg:npm/${name}@1.0.0`,
      hashes: [{ alg: 'SHA-512' as const, content: '0'.repeat(128) }],
      licenses: [{}],
    })
    const sbom = Sbom.parse({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: `urn:uuid:${'0'.repeat(36)}`,
      metadata: {
        timestamp: '2026-11-25T00:00:00Z',
        component: { 'bom-ref': 'shop@0.2.0', name: 'shop', version: '0.2.0' },
      },
      components: [component('pg'), component('zod')],
      dependencies: [{ ref: 'shop@0.2.0', dependsOn: ['pg@1.0.0', 'zod@1.0.0'] }],
    })
    const project = { version: '0.2.0', dependencies: ['pg', 'zod'] }
    expect(faultsOfSbom(sbom, project)).toEqual([])
    expect(faultsOfSbom({ ...sbom, components: [component('pg')] }, project)).toEqual([
      'zod@1.0.0 is referred to and not there',
      'zod is missing',
    ])
    expect(faultsOfSbom(sbom, { ...project, version: '0.3.0' })).toEqual([
      'it is of another version',
    ])
    const { licenses: _, ...unlicensed } = component('pg')
    expect(faultsOfSbom({ ...sbom, components: [unlicensed, component('zod')] }, project)).toEqual([
      'pg@1.0.0 states no licence',
    ])
    const twice = [...sbom.components, component('pg')]
    expect(faultsOfSbom({ ...sbom, components: twice }, project)).toEqual([
      'a component stands there twice',
    ])
  })
})
