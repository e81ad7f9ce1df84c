import { configDefaults } from 'vitest/config'

interface Project {
  extends: true
  test: { name: string; include: string[]; exclude: string[]; isolate: boolean }
}

/** `npm run test:quick`: rules and the page's components. They have no database, and build no package. */
const QUICK = [
  'src/{domain,contract,words,page/web}/**/*.test.{ts,tsx}',
  'src/client/{!(package),testing/*}.test.ts',
]

/** `npm run test:proof`: what plays with whole products, in campaigns, runbooks and trouble, and the slowest others by name. */
const PROOF = [
  'src/proof/{bench,campaigns,deploy,growth,processors,release,runbooks,trouble}/**/*.test.ts',
  'src/cli/production-alone.test.ts',
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
  'src/server/mail/receipt-mailer.test.ts',
]
const PROOF_ALONE = [
  'src/proof/deploy/image.test.ts',
  'src/proof/growth/growth.test.ts',
  'src/cli/production-alone.test.ts',
]

/**
 * One project per suite and per way to run its files. What no other suite names is shipped. `npm run test:proof` runs the
 * projects whose name begins with `proof`, `npm test` all others.
 */
export const PROJECTS: Project[] = [
  project('quick', QUICK, { exclude: QUICK_ALONE }),
  project('quick-alone', QUICK_ALONE, { isolate: true }),
  project('shipped', ['src/**/*.test.ts'], { exclude: [...QUICK, ...PROOF, ...SHIPPED_ALONE] }),
  project('shipped-alone', SHIPPED_ALONE, { exclude: QUICK, isolate: true }),
  project('proof', PROOF, { exclude: PROOF_ALONE }),
  project('proof-alone', PROOF_ALONE, { isolate: true }),
]

/** A worker that is not isolated takes many files: to load the modules for each took a third of the time. */
function project(
  name: string,
  include: string[],
  { exclude = [], isolate = false }: { exclude?: readonly string[]; isolate?: boolean } = {},
): Project {
  const test = { name, include, exclude: [...configDefaults.exclude, ...exclude], isolate }
  return { extends: true, test }
}
