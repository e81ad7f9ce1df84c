import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { coreShare, spentText } from './pages/judge.ts'
import { runPages, type PagesReport } from './pages/run-pages.ts'

/** Each paid session is open in two pages. */
const VIEWS = 2
const PAGES_MAX = 25_000

export const pages = campaign({
  name: 'pages',
  about: 'thousands of open pages: their cost, and whether all see a payment',
  details: `Opens many pages at one process, as browsers do: server-sent events each, or polling without them. Measures the
processor time of opening and holding them, and the memory. Then some sessions are paid: all their pages must see it.`,
  options: z
    .object({
      pages: z.int().min(2).max(PAGES_MAX).default(10_000).describe('how many'),
      minutes: z.int().min(1).max(10_000).default(3).describe('that they stay open'),
      payments: z
        .int()
        .min(1)
        .max(PAGES_MAX / VIEWS)
        .default(50)
        .describe('sessions that are paid, each open in two of the pages: at most half as many'),
    })
    .superRefine(({ pages, payments }, context) => {
      const max = Math.floor(pages / VIEWS)
      if (payments <= max) return
      const message = `must be a whole number from 1 to ${max}`
      context.addIssue({ code: 'custom', path: ['payments'], message })
    }),
  notes: `Each page takes a file descriptor here and one at the process. Exits with 1 when ten thousand pages would take more than
10 % of one core, which is 5 % of two, when a page got no stream, or when a page did not see the payment of its session.`,
  needsBuild: 'sandbox',
  async run({ pages, minutes, payments }, output) {
    const report = await runPages({ pages, seconds: minutes * 60, payments }, output.note)
    return { held: report.broken.length === 0, summary: report, text: reportText(report) }
  },
})

function reportText(report: PagesReport): string {
  const { pages, streaming, ends, asked, kibibytes, payments, views, unseen, seenMs, broken } =
    report
  const { holding, reopening } = coreShare(report)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    `${streaming} of ${pages} pages have a stream; ${asked} polls`,
    ...Object.entries(ends).map(([why, times]) => `  streams: ${times} × ${why}`),
    '  ' + spentText('without pages', report.alone),
    '  ' + spentText('while they opened', report.opening),
    '  ' + spentText('while they stood open', report.holding),
    '  ' + spentText(`while ${payments} were paid`, report.paying),
    `ten thousand pages: ${percent(holding)} of a core to keep them open, ${percent(reopening)} to open each again every half hour`,
    `${kibibytes.resident.toFixed(0)} KiB resident for each page, ${kibibytes.heap.toFixed(0)} KiB of them on the heap`,
    `${views - unseen} of ${views} pages saw the payment, half within ${seenMs.median.toFixed(0)} ms, all within ${seenMs.most.toFixed(0)}`,
    broken.length === 0 ? 'no promise broken' : broken.join('\n'),
    '',
  ].join('\n')
}
