import { runScript } from '../../cli/run-script.ts'
import { coreShare, spentText } from './pages/judge.ts'
import { HELP, readPagesOptions, type PagesOptions } from './pages/options.ts'
import { runPages, type PagesReport } from './pages/run-pages.ts'

await runScript({ help: HELP, readOptions: readPagesOptions, run })

async function run({ pages, minutes, payments, json }: PagesOptions): Promise<void> {
  const tell = (text: string) => void (json || process.stderr.write(`${text}\n`))
  const report = await runPages({ pages, seconds: minutes * 60, payments }, tell)
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  if (report.broken.length > 0) process.exitCode = 1
}

function reportText(report: PagesReport): string {
  const { pages, streaming, ends, asked, kibibytes, payments, views, unseen, seenMs, broken } =
    report
  const { holding, reopening } = coreShare(report)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    `${streaming} of ${pages} pages have a stream; they asked ${asked} times by themselves`,
    ...Object.entries(ends).map(([why, times]) => `  streams: ${times} × ${why}`),
    '  ' + spentText('without pages', report.alone),
    '  ' + spentText('while they opened', report.opening),
    '  ' + spentText('while they stood open', report.holding),
    '  ' + spentText(`while ${payments} were paid`, report.paying),
    `ten thousand pages: ${percent(holding)} of a core to hold them, ${percent(reopening)} to open each again every half hour`,
    `${kibibytes.resident.toFixed(0)} KiB resident for each page, ${kibibytes.heap.toFixed(0)} KiB of them on the heap`,
    `${views - unseen} of ${views} views saw the payment, half within ${seenMs.median.toFixed(0)} ms, all within ${seenMs.most.toFixed(0)}`,
    broken.length === 0 ? 'no promise broken' : broken.join('\n'),
    '',
  ].join('\n')
}
