import { PRIVATE_URL, PRODUCT_LOG } from './product.ts'

const COUNT = /^checkout_browser_reports_total\{document="(\w+)",kind="(\w+)"\} (\d+)$/gm

/** Global teardown: fails when browsers reported policy violations or missing scripts. */
export default async function noReports(): Promise<void> {
  const text = await (await fetch(`${PRIVATE_URL}/metrics`)).text()
  const counts = [...text.matchAll(COUNT)].map(([, document, kind, count]) => ({
    what: `${document} ${kind}`,
    count: Number(count),
  }))
  if (counts.length === 0) throw new Error('S-44: the product does not count what browsers report')
  const reported = counts.filter(({ count }) => count > 0)
  if (reported.length === 0) return
  const list = reported.map(({ what, count }) => `${what}: ${count}`).join(', ')
  throw new Error(`S-44: browsers reported documents of ours: ${list}. ${PRODUCT_LOG} says which.`)
}
