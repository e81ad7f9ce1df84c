import { EnvironmentName, ENVIRONMENTS } from '../../contract/environment.ts'
import { buildEnvironment } from './build-environment.ts'
import { ensureBuild } from './ensure.ts'
import { pageSize } from './page-size.ts'

// node src/page/build/build.ts [--if-changed] [sandbox | production …]; without a name it builds both.
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
  const size = await pageSize(environment)
  const parts = [
    part('script', size.scriptBytes, size.scriptBytesMax),
    part('style', size.styleBytes, size.styleBytesMax),
    part('document', size.documentBytes, size.documentBytesMax),
    part('with address', size.documentWithAddressBytes, size.documentWithAddressBytesMax),
    part("card's frame", size.frameBytes, size.frameBytesMax),
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
