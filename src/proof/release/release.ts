import { join } from 'node:path'
import { z } from 'zod'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { runCommandLine } from '../command-line/command-line.ts'
import { whyNoContainers } from '../testing/container/can-run-containers.ts'
import { runTool } from '../testing/container/run-tool.ts'
import { checkRelease } from './check-release.ts'
import { PROJECT, readFacts } from './read-facts.ts'
import {
  emptyFolder,
  headCommit,
  writeImages,
  writePackage,
  writeSbom,
  writeServer,
  writeSource,
  writeSums,
} from './write-release.ts'

const DIRECTORY = join(PROJECT, 'dist/release')
const BUILDS = [
  'src/dashboard/build/build.ts',
  'src/sandbox/build/build.ts',
  'src/client/build/pack.ts',
]

const Options = z.object({
  check: z.boolean().default(false).describe('only go through the checklist'),
  withoutImages: z.boolean().default(false).describe('build no images'),
})

await runCommandLine(
  {
    command: 'npm run release --',
    about: `Goes through the checklist of docs/releasing.md, as far as files can say it, and writes the release into dist/release/: what
merchants install, the server of each environment, the source, the images as archives of OCI, the SBOM, and SHA256SUMS.
Two runs on one commit write the same bytes.`,
    options: Options,
    notes: 'Exits with 1 when something of the checklist does not hold; then nothing is written.',
  },
  process.argv.slice(2),
  release,
)

async function release({ check, withoutImages }: z.output<typeof Options>): Promise<void> {
  const facts = await readFacts(new Date())
  const checks = checkRelease(facts)
  for (const { name, fault } of checks)
    print(fault === undefined ? `ok     ${name}` : `FAULT  ${name}: ${fault}`)
  if (checks.some(({ fault }) => fault !== undefined)) {
    process.exitCode = EXIT.refusal
    return
  }
  if (check) return
  const commit = headCommit()
  emptyFolder(DIRECTORY)
  for (const build of BUILDS) {
    note(build)
    await runTool(process.execPath, [build], {}, PROJECT)
  }
  note('what merchants install')
  await writePackage(DIRECTORY)
  note('the source')
  await writeSource(DIRECTORY, commit)
  for (const environment of ENVIRONMENTS) {
    note(`the server of ${environment}`)
    await writeServer(DIRECTORY, environment, commit)
  }
  await writeSbom(DIRECTORY, commit)
  const why = withoutImages ? 'not asked for' : whyNoContainers()
  const digests = why === undefined ? await writeImages(DIRECTORY, commit, note) : {}
  print(`\n${writeSums(DIRECTORY)}`)
  for (const [environment, digest] of Object.entries(digests))
    print(`image ${environment} ${digest}`)
  if (why !== undefined) print(`no images: ${why}`)
  const { packageVersion: version } = facts
  print(`\nThen: git tag --sign v${version} ${commit.id} --file dist/release/SHA256SUMS`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function note(line: string): void {
  process.stderr.write(`${line}\n`)
}
