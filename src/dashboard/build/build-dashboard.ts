import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { bundleSinglePage } from '#page/build/bundle-single-page.ts'
import { compressFiles } from '#page/build/compress.ts'
import { inventoryOf } from '#page/build/script-inventory.ts'
import { dashboardDocument } from '../server/document.ts'
import { checkSizes } from './sizes.ts'

/** Modules that become scripts of their own, loaded on demand: the screens, and the words of each language. */
const LATER =
  /\/src\/(dashboard\/web\/screens\/|words\/(dashboard|tables)\/|words\/dashboard-words\.ts$)/

/** Screens that people open one after the other share a script: each script adds a hash to the document's policy. */
const TOGETHER = {
  home: /\/dashboard\/web\/screens\/(home|find)\//,
  lists: /\/dashboard\/web\/screens\/(payments|refunds|disputes)\//,
  merchants: /\/dashboard\/web\/screens\/(merchants?|new-merchant|integration)\//,
  webhooks: /\/dashboard\/web\/screens\/webhook/,
  people: /\/dashboard\/web\/screens\/(audit|system|people|me)\//,
  door: /\/dashboard\/web\/screens\/(sign-in|welcome)\//,
} as const

/** The purpose of each script. The build fails on a script that is not listed. */
const PURPOSES = {
  entry: 'Starts the dashboard.',
  shared: 'Renders the frame of every page, calls the server, and holds its answers in memory.',
  door: 'Trades a link for a session, or signs in by a passkey; registers one, and shows the recovery codes once.',
  home: 'Shows where everything begins, and what a text in the find box led to.',
  lists: 'Lists payments, refunds and disputes, narrowed by their address.',
  webhooks: 'Shows how webhooks do, their events, and one of them as it was sent and answered.',
  timeline: 'Tells what became of a payment.',
  merchants: 'Lists, makes and shows merchants, their keys, secret and webhook endpoint.',
  people:
    'Shows who works here and invites and removes them, who did what and read whose data, the own account, and how the installation does.',
  en: 'The sentences in English; one script has those of merchants, webhooks, people and the installation.',
  'pt-br': 'The sentences in Portuguese, divided likewise.',
} as const

/** Builds the dashboard into an otherwise empty directory. Throws when a size is over its budget. */
export async function buildDashboard(
  environment: Environment,
  entry: string,
  directory: string,
): Promise<void> {
  const client = join(directory, 'client')
  const { record, chunks } = await bundleSinglePage(
    { environment, entry, base: '/', isLater: (id) => LATER.test(id), together: TOGETHER },
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
