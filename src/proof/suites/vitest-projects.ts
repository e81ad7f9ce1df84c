import { configDefaults } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

interface Project {
  extends: true
  test: {
    name: string
    include: string[]
    exclude: string[]
    isolate: boolean
    sequence: { groupOrder: number }
  }
}

/** `npm run test:quick`: rules and the page's components. They have no database, and build no package. */
const QUICK = [
  'src/{domain,contract,words,page/web}/**/*.test.{ts,tsx}',
  'src/client/{!(package),testing/*}.test.ts',
]

/** `npm run test:proof`: what plays with whole products, in campaigns, runbooks and trouble, and the slowest others by name. */
const PROOF = [
  'src/proof/{bench,campaigns,deploy,exports,growth,processors,release,runbooks,trouble}/**/*.test.ts',
  'src/cli/production-alone.test.ts',
  'src/cli/production-layout.test.ts',
  'src/cli/operator/in-production.test.ts',
]

/**
 * Files that need a worker of their own: they have a document, replace a module, change what their process trusts, or, as the
 * client's, are to meet the platform's `Response`, which Hono's server replaces.
 */
const QUICK_ALONE = [
  'src/page/web/**/*.test.tsx',
  'src/page/web/early.test.ts',
  'src/client/!(package).test.ts',
]
const SHIPPED_ALONE = [
  'src/**/*.test.tsx',
  'src/client/package.test.ts',
  'src/page/bff/hostile-texts.test.ts',
  'src/page/bff/observatory.test.ts',
  'src/page/bff/page-client.test.ts',
  'src/server/mail/receipt-mailer.test.ts',
]
const PROOF_ALONE = [
  'src/proof/growth/growth.test.ts',
  'src/cli/production-alone.test.ts',
  'src/cli/production-layout.test.ts',
]

/** A busy server answers 503, which these tests count as a fault: they start when all others have ended. */
const PROOF_LAST = ['src/proof/campaigns/race/run-race.test.ts']

/** `npm run test:image` builds for minutes, as root and with a distribution's tools, what the tests of the bundle try without. */
const IMAGE = ['src/proof/deploy/image.test.ts']

/** What takes longest, longest first. */
export const SLOWEST = [
  'src/proof/campaigns/upgrade/run-upgrade.test.ts',
  'src/proof/campaigns/plants/search-for.test.ts',
  'src/proof/campaigns/matrix/run-case.test.ts',
  'src/proof/bench/bench-against.test.ts',
  'src/proof/campaigns/guards/try-guard.test.ts',
  'src/proof/campaigns/canary/run-canary.test.ts',
  'src/cli/operator/processors/try.test.ts',
  'src/cli/production-layout.test.ts',
  'src/client/package.test.ts',
  'src/proof/campaigns/restart/run-restarts.test.ts',
  'src/cli/operator/in-production.test.ts',
  'src/client/tools/homologate/homologate.test.ts',
  'src/proof/inventories/patterns.test.ts',
  'src/client/tools/chaos/play-chaos.test.ts',
  'src/proof/trouble/crash-points.test.ts',
  'src/proof/trouble/invariants.test.ts',
  'src/cli/operator/backup/drill.test.ts',
  'src/proof/growth/growth.test.ts',
  'src/server/database/embedded/start-embedded-postgres.test.ts',
  'src/proof/campaigns/crash/run-batch.test.ts',
  'src/proof/campaigns/fuzz/run-sequence.test.ts',
  'src/dashboard/server/actions.test.ts',
  'src/proof/campaigns/frame/campaign.test.ts',
  'src/client/tools/chaos/chaos.test.ts',
  'src/proof/campaigns/crash/crash-at-adyen.test.ts',
  'src/proof/campaigns/crash/crash-at-bank.test.ts',
  'src/proof/campaigns/simulation/run-schedule.test.ts',
  'src/proof/inventories/every-get.test.ts',
  'src/proof/processors/conformance.test.ts',
  'src/proof/runbooks/postgresql.test.ts',
  'src/proof/trouble/notification-order.test.ts',
]

/** Starts the slowest files first: Vitest starts with the largest, and one worker was busy for minutes after the others. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      const place = index === -1 ? SLOWEST.length : index
      return project.config.sequence.groupOrder * (SLOWEST.length + 1) + place
    }
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * One project per suite and per way to run its files. What no other suite names is shipped. `npm test` runs those
 * whose name begins with `quick` or `shipped`, `npm run test:proof` those with `proof`.
 */
export const PROJECTS: Project[] = [
  project('quick', QUICK, { exclude: QUICK_ALONE }),
  project('quick-alone', QUICK_ALONE, { isolate: true }),
  project('shipped', ['src/**/*.test.ts'], { exclude: [...QUICK, ...PROOF, ...SHIPPED_ALONE] }),
  project('shipped-alone', SHIPPED_ALONE, { exclude: QUICK, isolate: true }),
  project('proof', PROOF, { exclude: [...PROOF_ALONE, ...PROOF_LAST, ...IMAGE] }),
  project('proof-alone', PROOF_ALONE, { isolate: true }),
  project('proof-last', PROOF_LAST, { groupOrder: 1 }),
  project('image', IMAGE, { isolate: true }),
]

/** A worker that is not isolated takes many files: to load the modules for each took a third of the time. */
function project(
  name: string,
  include: string[],
  {
    exclude = [],
    isolate = false,
    groupOrder = 0,
  }: { exclude?: readonly string[]; isolate?: boolean; groupOrder?: number } = {},
): Project {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      isolate,
      sequence: { groupOrder },
    },
  }
}
