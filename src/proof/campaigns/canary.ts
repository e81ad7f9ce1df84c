import { z } from 'zod'
import { isClean, reportText } from './canary/report.ts'
import { runCanary } from './canary/run-canary.ts'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'

export const canary = campaign({
  name: 'canary',
  about: 'a whole life with unique secrets, each looked for wherever something comes out',
  details: `Runs the product with secrets that are unique, lives a whole life with it (shoppers with and without a browser, merchants,
operators, callers that put cards and keys where they do not belong, errors, a kill -9), and then looks for each secret, in
every encoding, wherever something of the product comes out: builds, answers, browser, logs, database, files, backup, metrics,
notifications, e-mails, commands. Where a secret may be is a table: src/proof/campaigns/canary/allowed.ts.`,
  options: z.object({
    cards: z
      .int()
      .min(6)
      .max(300)
      .default(30)
      .describe('how many cards pay, each with a number, code and holder of its own'),
    short: z.boolean().default(false).describe('without a browser, and with few commands'),
    seed: seed('which cards there are; keys are new in every run'),
  }),
  notes: `A leak is reported with the sink, the secret's name, its encoding and its place, never with the secret itself. At the end a
secret is leaked on purpose into a copy of each sink, in each encoding. Exits with 1 when there was a leak, when a planted one
was missed, or when something was not searched at all.`,
  needsBuild: 'all',
  leavesSockets: true,
  async run({ seed, cards, short }, output) {
    const report = await runCanary({ seed, cards, whole: !short }, output.note)
    return { held: isClean(report), summary: report, text: reportText(report) }
  },
})
