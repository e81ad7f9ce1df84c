import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM } from '#proof/testing/chromium.ts'
import { installFrom, linkPackages } from '#proof/testing/client/packed.fixture.ts'
import { writeReadmeSample } from '#proof/testing/client/readme-sample.fixture.ts'
import { expect, test } from './fixtures.ts'
import { API_URL, CHECKOUT_URL } from './product.ts'
import { PROOF } from './proof.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '..')

test(
  "The README's sample passes against the product with the published kit",
  PROOF,
  async ({ merchant }) => {
    test.setTimeout(300_000)
    const project = mkdtempSync(join(tmpdir(), 'readme-sample-'))
    try {
      await installFrom(API_URL, project)
      linkPackages(project, ['zod', 'playwright', 'playwright-core'])
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
      writeReadmeSample(project)
      const variables = {
        API_URL,
        CHECKOUT_URL,
        API_KEY: merchant.apiKey,
        WEBHOOK_SECRET: merchant.webhookSecret,
      }
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
      writeFileSync(join(project, '.env'), lines.join('\n'))
      // The browser's path differs between machines, and a separate output directory keeps the results of these flows.
      const config = `import sample from './playwright.config.ts'
export default { ...sample, outputDir: 'results', use: { launchOptions: ${JSON.stringify(CHROMIUM)} } }\n`
      writeFileSync(join(project, 'with-chromium.config.ts'), config)

      const command = [
        join(ROOT, 'node_modules/playwright/cli.js'),
        'test',
        '-c',
        'with-chromium.config.ts',
      ]
      const { PATH, HOME } = process.env
      const { stdout } = await run(process.execPath, command, { cwd: project, env: { PATH, HOME } })
      expect(stdout).toContain('1 passed')
    } finally {
      rmSync(project, { recursive: true })
    }
  },
)
