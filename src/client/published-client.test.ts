import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let directory: string

beforeAll(() => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  directory = mkdtempSync(join(root, 'dist/client-test-'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(root, 'src/client'), '--outDir', directory])
})

afterAll(() => {
  rmSync(directory, { recursive: true })
})

describe('the published client', () => {
  it('is plain JavaScript that Node imports as it is', () => {
    const entry = pathToFileURL(join(directory, 'client/index.js')).href
    const script = `import(${JSON.stringify(entry)}).then((client) => console.log(Object.keys(client).sort().join()))`
    const names = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' })
    expect(names.trim()).toBe(
      'CheckoutClient,CheckoutConnectionError,CheckoutError,ReturnVerificationError,WebhookVerificationError,findApiKeys,verifyReturn,verifyWebhook',
    )
  })

  it('depends on zod and on nothing else', () => {
    const packages = globSync('**/*.js', { cwd: directory }).flatMap((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*'([^'.][^']*)'/g)].map((match) => match[1])
    })
    expect(new Set(packages)).toEqual(new Set(['zod']))
  })
})
