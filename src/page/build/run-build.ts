import { parseArgs } from 'node:util'
import type { BuildPlan } from './build-plan.ts'
import { ensureBuild } from './ensure.ts'

const OPTIONS = { 'if-changed': { type: 'boolean' }, compare: { type: 'boolean' } } as const

/**
 * Builds one environment and prints the page's size. `--if-changed` skips a build that is up to date; `--compare`
 * builds twice and fails when a byte differs.
 */
export async function runBuild(plan: BuildPlan, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values['if-changed']) return ensureBuild(plan)
  // Loading Vite is slow: only when there is something to build.
  if (values.compare) return (await import('./compare-builds.ts')).compareBuilds(plan)
  const { buildEnvironment } = await import('./build-environment.ts')
  await buildEnvironment(plan)
  await printSize(plan)
}

async function printSize({ environment }: BuildPlan): Promise<void> {
  const { pageSize } = await import('./page-size.ts')
  const size = await pageSize(environment)
  const parts = [
    part('script', size.scriptBytes, size.scriptBytesMax),
    part('view', size.viewBytes, size.viewBytesMax),
    part('style', size.styleBytes, size.styleBytesMax),
    part('document', size.documentBytes, size.documentBytesMax),
    part('with address', size.documentWithAddressBytes, size.documentWithAddressBytesMax),
    part("card's frame", size.frameBytes, size.frameBytesMax),
    part('one that seals', size.sealingFrameBytes, size.sealingFrameBytesMax),
  ]
  process.stdout.write(`dist/${environment}: ${parts.join(', ')}, brotli\n`)
  if (!size.met) {
    process.stderr.write('The first card page is over its budget.\n')
    process.exitCode = 1
  }
}

function part(name: string, bytes: number, bytesMax: number): string {
  return `${name} ${inKilobytes(bytes)} of ${inKilobytes(bytesMax)} KB`
}

function inKilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
