import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

const SOURCES: Readonly<Record<string, string>> = {
  'modules.mts': `import { CheckoutClient, isCheckoutError, verifyWebhook } from 'hosted-checkout'
import { CARDS, test } from 'hosted-checkout/testing'
const client = new CheckoutClient({ apiKey: '', environment: 'sandbox' })
export const amount: Promise<number> = client.sessions.get('').then((session) => session.amount)
export const type: Promise<string> = verifyWebhook('', {}, '').then((event) => event.type)
export const status = (error: unknown) => (isCheckoutError(error) ? error.status : CARDS.success)
test('', async ({ checkout, session }) => { await checkout.open(session) })\n`,
  'common.cts': `import checkout = require('hosted-checkout')
import kit = require('hosted-checkout/testing')
export const client = new checkout.CheckoutClient({ apiKey: '', environment: 'sandbox' })
export const { challenge } = kit.CARDS\n`,
  'wrong.mts': `import { CheckoutClient } from 'hosted-checkout'
export const wrong: string = new CheckoutClient({ apiKey: '' }).sessions\n`,
}

const RESOLUTIONS = {
  nodenext: { module: 'nodenext', files: ['modules.mts', 'common.cts'] },
  bundler: { module: 'esnext', files: ['modules.mts'] },
}

/** Checks the package's types in a TypeScript project; throws the compiler's errors. */
export async function checkTypes(project: string): Promise<void> {
  for (const [file, text] of Object.entries(SOURCES)) writeFileSync(join(project, file), text)
  for (const [moduleResolution, { module, files }] of Object.entries(RESOLUTIONS)) {
    const output = await compile(project, { module, moduleResolution }, files)
    if (output !== '') throw new Error(`${moduleResolution}: ${output}`)
    const wrong = await compile(project, { module, moduleResolution }, ['wrong.mts'])
    if (!wrong.includes('TS2322')) throw new Error(`${moduleResolution}: an error was not detected`)
  }
}

async function compile(
  project: string,
  resolution: { module: string; moduleResolution: string },
  files: readonly string[],
): Promise<string> {
  const compilerOptions = {
    ...resolution,
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2023', 'dom'],
    skipLibCheck: false,
    types: ['node'],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = await run(process.execPath, [tsc, '-p', '.'], { cwd: project })
  return stdout + stderr
}
