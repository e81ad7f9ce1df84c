import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

export interface PagesOptions {
  help: boolean
  json: boolean
  pages: number
  /** How long all of them stand open, and nothing happens. */
  minutes: number
  /** Sessions that are paid in the end, each open in two views. */
  payments: number
}

export const HELP = `Opens many pages at one process, as browsers do: a stream of events each, which asks by itself where it gets none. Measures
the processor time that opening them and holding them takes, and the memory. Then some sessions are paid: all their views must see it.

  npm run campaign:pages -- [options]

  --pages <n>      how many (default 10000)
  --minutes <n>    how long they stand open (default 3)
  --payments <n>   sessions that are paid, each open in two of the pages (default 50)
  --json           one JSON document instead of lines
  --help           this text

Each page takes a file descriptor here and one at the process. Exits with 1 when ten thousand pages would take more than 10 % of one
core, which is 5 % of two, when a page got no stream, or when a view did not see that its session was paid.
`

const PAGES_MAX = 25_000

/** Throws an error whose message tells what is wrong with the arguments. */
export function readPagesOptions(args: string[]): PagesOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      pages: { type: 'string', default: '10000' },
      minutes: { type: 'string', default: '3' },
      payments: { type: 'string', default: '50' },
    },
  })
  const pages = wholeNumber('--pages', values.pages, 2, PAGES_MAX)
  return {
    help: values.help,
    json: values.json,
    pages,
    minutes: wholeNumber('--minutes', values.minutes, 1, 10_000),
    payments: wholeNumber('--payments', values.payments, 1, Math.floor(pages / 2)),
  }
}
