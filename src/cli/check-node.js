import { existsSync } from 'node:fs'

/**
 * Runs first, on whatever Node there is: says in one line what to do when it is too old to run TypeScript itself, or when
 * the project's packages are missing. In JavaScript and old syntax on purpose.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15) || !process.features.typescript) {
  console.error(
    `Hosted Checkout needs Node 24.15 or newer; this is ${process.versions.node}. ` +
      'npm ci brings its own Node where install scripts are allowed; otherwise install Node 24.',
  )
  process.exit(78)
}
if (!existsSync(new URL('../../node_modules', import.meta.url))) {
  console.error(
    'The packages of Hosted Checkout are not installed: run npm ci in its folder first.',
  )
  process.exit(78)
}
