import { readFileSync } from 'node:fs'
import { expect, describe, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  link?: boolean
  inBundle?: boolean
}

/** Maximum of direct dependencies. Four are OpenTelemetry's, which are loaded only if traces are on: decision 081. */
const DIRECT_MAX = 26
const lock = JSON.parse(
  readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, Locked>
}
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

describe('S-105: what is installed', () => {
  it('is named by its exact version', () => {
    const { dependencies, devDependencies, optionalDependencies } = packageJson
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('comes from a registry, with its hash', () => {
    expect(packages.length).toBeGreaterThan(300)
    const odd = packages.filter(
      ([, { resolved, integrity, link, inBundle }]) =>
        inBundle !== true &&
        (link === true ||
          integrity?.startsWith('sha512-') !== true ||
          (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved))),
    )
    expect(odd.map(([path]) => path)).toEqual([])
  })

  it('has few direct dependencies', () => {
    expect(Object.keys(packageJson.dependencies).length).toBeLessThanOrEqual(DIRECT_MAX)
    expect(Object.keys(packageJson.dependencies)).not.toContain('axios')
  })

  it('has no install script that package.json does not decide on by name', () => {
    const decided = Object.keys(packageJson.allowScripts)
    const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    const undecided = scripts
      .map(([path]) => nameOf(path))
      .filter((name) => !decided.includes(name))
    expect(undecided).toEqual([])
  })
})
