import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleSinglePage } from '#page/build/bundle-single-page.ts'
import { compressFiles } from '#page/build/compress.ts'

const ENTRY = 'src/sandbox/workshop/entry.tsx'
/** Prefix of all asset addresses, so that none collides with an asset of the shopper's page. */
const BASE = '/workshop/'
const IN_A_PAGE = /\/src\/sandbox\/workshop\/(preview|notifications)\//

/** Builds the sandbox's pages for merchants into an otherwise empty directory. */
export async function buildWorkshop(directory: string): Promise<void> {
  const client = join(directory, 'client')
  const { record } = await bundleSinglePage(
    { environment: 'sandbox', entry: ENTRY, base: BASE, isLater: (id) => IN_A_PAGE.test(id) },
    client,
  )
  await writeFile(join(directory, 'workshop.json'), `${JSON.stringify(record, null, 2)}\n`)
  await compressFiles(client)
}
