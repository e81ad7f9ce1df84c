import { runBuild } from '#page/build/run-build.ts'
import { PRODUCTION } from './build-plan.ts'

// node src/dashboard/build/build.ts [--if-changed | --compare]: builds production's page and dashboard.
await runBuild(PRODUCTION, process.argv.slice(2))
