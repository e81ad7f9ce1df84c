import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../contract/environment.ts'
import { bundleSinglePage } from '../../page/build/bundle-single-page.ts'
import { compressFiles } from '../../page/build/compress.ts'
import { inventoryOf } from '../../page/build/script-inventory.ts'
import { dashboardDocument } from '../server/document.ts'
import { checkSizes } from './sizes.ts'

/** Modules of scripts that are loaded later, each alone: the screens, and the words of each language. */
const LATER = /\/src\/(dashboard\/web\/screens\/|words\/[\w-]+\/|words\/dashboard-words\.ts$)/

/** Why each script is there. A new one must be listed, or the build fails. */
const PURPOSES = {
  entry: 'Starts the dashboard.',
  shared: 'Renders the frame of every page, calls the server, and holds its answers in memory.',
  'sign-in': 'Trades a link for a session, or signs in by a passkey.',
  welcome: 'Registers a passkey, and shows the recovery codes once.',
  home: 'Shows where everything begins.',
  find: 'Shows what a text in the find box led to.',
  payments: 'Lists payments, narrowed by their address.',
  refunds: 'Lists refunds.',
  story: 'Tells what became of a payment.',
  merchants: 'Lists merchants by name.',
  'new-merchant': 'Makes a merchant, and shows its key and secret once.',
  merchant: 'Shows a merchant with its settings.',
  integration: 'Shows keys, webhook endpoint and return origins of a merchant, and changes them.',
  audit: 'Shows who did what, and who read whose personal data.',
  system: 'Shows how the installation does.',
  people: 'Shows who works here, and lets them be invited and removed.',
  webhooks: 'Shows the merchants whose webhook fails.',
  webhook: 'Shows how a webhook does, and its events.',
  'webhook-event': 'Shows one event as it was sent and answered.',
  me: 'Shows the person their own account and sessions.',
  'dashboard-page': 'The sentences of one language.',
} as const

/** Builds the dashboard into an otherwise empty directory. Throws when a size is over its budget. */
export async function buildDashboard(
  environment: Environment,
  entry: string,
  directory: string,
): Promise<void> {
  const client = join(directory, 'client')
  const { record, chunks } = await bundleSinglePage(
    { environment, entry, base: '/', isLater: (id) => LATER.test(id) },
    client,
  )
  const document = dashboardDocument(record, environment)
  await checkSizes({ css: record.css, document }, chunks)
  await writeJson(join(directory, 'dashboard.json'), record)
  await writeJson(
    join(directory, 'script-inventory.json'),
    inventoryOf(chunks, record.scripts, PURPOSES),
  )
  await compressFiles(client)
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
