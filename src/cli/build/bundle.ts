import { resolve } from 'node:path'
import { EnvironmentName } from '#contract/environment.ts'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { bundleServer } from './bundle-server.ts'

// node src/cli/build/bundle.ts <environment> [directory]: writes the checkout's part of an image. Run `npm run build` first.
const [environment, directory] = process.argv.slice(2)
const parsed = EnvironmentName.safeParse(environment)
if (parsed.success) {
  const target = resolve(directory ?? `dist/bundle/${parsed.data}`)
  await bundleServer(parsed.data, target)
  process.stdout.write(`${target}\n`)
} else {
  process.stderr.write('usage: bundle.ts production|sandbox [directory]\n')
  process.exitCode = EXIT.usage
}
