import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../../..')
/** What runners counted, for `.ci/summary.js`; also the product's log of the flows. */
export const RESULTS = join(PROJECT, 'test-results')
const FLOWS = ['test', '-c', 'e2e/playwright.config.ts']

/** Runs a program of the project; `isLater` prints its output at the end, since another runs beside it. Returns its exit code. */
export async function runStep(
  program: string,
  args: readonly string[],
  { env = {}, isLater = false }: { env?: NodeJS.ProcessEnv; isLater?: boolean } = {},
): Promise<number> {
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: isLater ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  for (const chunk of output) process.stdout.write(chunk)
  return code ?? 1
}

export const runScript = (name: string, ...args: string[]) => runStep('npm', ['run', name, ...args])

/** Builds both environments and the package where their sources changed. */
export async function ensureBuilds(): Promise<number> {
  for (const wing of ['dashboard', 'sandbox']) {
    const code = await runStep(process.execPath, [`src/${wing}/build/build.ts`, '--if-changed'])
    if (code !== 0) return code
  }
  return runStep(process.execPath, ['src/client/build/pack.ts', '--if-changed'])
}

/** Runs the tests of these projects of `vitest-projects.ts`. */
export function runTests(projects: readonly string[], report: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json']
  const file = join(RESULTS, report)
  return runStep('vitest', [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...reporters,
    `--outputFile.json=${file}`,
  ])
}

/** Runs the flows of a project of `e2e/playwright.config.ts`. */
export function runFlows(project: string, report: string): Promise<number> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, report) }
  return runStep('playwright', [...FLOWS, '--project', project], { env })
}

/** Runs single files: flows, or tests of any suite. */
export async function runFiles(args: readonly string[]): Promise<number> {
  const isFlow = (arg: string) => /^(\.\/)?e2e\//.test(arg)
  if (!args.some(isFlow)) return runStep('vitest', ['run', ...args])
  const built = await ensureBuilds()
  return built === 0 ? runStep('playwright', [...FLOWS, ...args]) : built
}
