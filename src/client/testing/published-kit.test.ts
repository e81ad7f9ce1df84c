import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeReadmeSample } from '../../proof/testing/client/readme-sample.fixture.ts'

const root = resolve(import.meta.dirname, '../../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
let directory: string

beforeAll(() => {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  directory = mkdtempSync(join(root, 'test-results/kit-'))
  execFileSync(process.execPath, [
    tsc,
    '-p',
    join(root, 'src/client/testing'),
    '--outDir',
    directory,
  ])
})

afterAll(() => {
  rmSync(directory, { recursive: true })
})

describe('the published kit', () => {
  it.each(['import', 'require'])('is plain JavaScript that Node can %s as it is', (load) => {
    const entry = join(directory, 'client/testing/index.js')
    const kit =
      load === 'import'
        ? `import(${JSON.stringify(pathToFileURL(entry).href)})`
        : `Promise.resolve(require(${JSON.stringify(entry)}))`
    const script = `${kit}.then((kit) => console.log(Object.keys(kit).sort().join()))`
    const names = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' })
    expect(names.trim()).toBe('CARDS,CheckoutPage,expect,test')
  })

  it('needs the runner of the project that uses it, and nothing that is not installed with it', () => {
    const packages = globSync('**/*.js', { cwd: directory }).flatMap((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*'([^'.][^']*)'/g)].map((match) => match[1])
    })
    const allowed = ['node:timers/promises', 'playwright/test', 'zod', 'zod/mini']
    expect(packages.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, unknown>>
    expect(dependencies).toHaveProperty('zod')
    expect(peerDependencies).toHaveProperty('playwright')
    expect(peerDependenciesMeta).toEqual({ playwright: { optional: true } })
  })

  it("has types by which the README's sample and its own declarations are right", () => {
    const project = join(directory, 'project')
    const sample = writeReadmeSample(project)
    expect(sample).toEqual(['playwright.config.ts', 'tests/late-pix.spec.ts'])
    const kit = join(directory, 'client/testing/index.d.ts')
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'nodenext',
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { 'hosted-checkout/testing': [kit] },
    }
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: sample }),
    )
    const check = () => execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    expect(check()).toBe('')
  })
})
