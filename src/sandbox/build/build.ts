import { runBuild } from '#page/build/run-build.ts'
import { SANDBOX } from './build-plan.ts'

// node src/sandbox/build/build.ts [--if-changed | --compare]: builds the sandbox's page and its pages for merchants.
await runBuild(SANDBOX, process.argv.slice(2))
