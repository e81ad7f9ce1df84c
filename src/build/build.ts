import { EnvironmentName, ENVIRONMENTS } from '../contract/environment.ts'
import { buildEnvironment } from './build-environment.ts'
import { ensureBuild } from './ensure.ts'
import { pageSize } from './page-size.ts'

// node src/build/build.ts [--if-changed] [sandbox | production …]; without a name it builds both.
const IF_CHANGED = '--if-changed'
const words = process.argv.slice(2)
const names = words.filter((word) => word !== IF_CHANGED)
const environments =
  names.length === 0 ? ENVIRONMENTS : names.map((name) => EnvironmentName.parse(name))

for (const environment of environments) {
  if (words.includes(IF_CHANGED)) {
    await ensureBuild(environment)
    continue
  }
  await buildEnvironment(environment)
  const { scriptBytes, scriptBytesMax, styleBytes, styleBytesMax, met } =
    await pageSize(environment)
  const script = `script ${inKilobytes(scriptBytes)} of ${inKilobytes(scriptBytesMax)} KB`
  const style = `style ${inKilobytes(styleBytes)} of ${inKilobytes(styleBytesMax)} KB`
  process.stdout.write(`dist/${environment}: ${script}, ${style}, brotli\n`)
  if (!met) {
    process.stderr.write('The first card page is over its budget.\n')
    process.exitCode = 1
  }
}

function inKilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
