import { EnvironmentName, ENVIRONMENTS } from '../contract/environment.ts'
import { buildEnvironment } from './build-environment.ts'

// node src/build/build.ts [sandbox | production …]; without a name it builds both.
const names = process.argv.slice(2)
const environments =
  names.length === 0 ? ENVIRONMENTS : names.map((name) => EnvironmentName.parse(name))

for (const environment of environments) {
  const { entry } = await buildEnvironment(environment)
  process.stdout.write(`dist/${environment}: ${entry}\n`)
}
