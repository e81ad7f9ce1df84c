import { headCommit, sbomOf } from './write-release.ts'

// npm run sbom: the packages that run, as CycloneDX.
process.stdout.write(await sbomOf(headCommit()))
