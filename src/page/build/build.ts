import { PRODUCTION } from './build-plan.ts'
import { runBuild } from './run-build.ts'

// node src/page/build/build.ts [--if-changed | --compare]: builds the production page.
await runBuild(PRODUCTION, process.argv.slice(2))
