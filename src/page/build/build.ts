import { PRODUCTION } from './build-plan.ts'
import { runBuild } from './run-build.ts'

// node src/page/build/build.ts [--if-changed | --compare]: builds the page of production.
await runBuild(PRODUCTION, process.argv.slice(2))
