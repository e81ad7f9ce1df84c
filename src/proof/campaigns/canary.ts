import { z } from 'zod'
import { isClean, reportText } from './canary/report.ts'
import { runCanary } from './canary/run-canary.ts'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'

export const canary = campaign({
  name: 'canary',
  about: 'runs the product with unique secrets, and searches every output for each',
  details: `Runs the product with unique secrets through a whole life (shoppers with and without a browser, merchants,
operators, callers that put cards and keys where they do not belong, errors, a kill -9), and then searches every
output for each secret in every encoding: builds, answers, browser, logs, database, files, backup, metrics, traces,
notifications, e-mails, commands. Allowed places are a table: src/proof/campaigns/canary/allowed.ts.`,
  options: z.object({
    cards: z
      .int()
      .min(6)
      .max(300)
      .default(30)
      .describe('cards, each with its own number, code and holder'),
    short: z.boolean().default(false).describe('without a browser, and with few commands'),
    seed: seed('draws the cards; keys are new in every run'),
  }),
  notes: `A leak is reported with the sink, the secret's name, its encoding and its place, never with the secret itself. At the end a
secret is planted in a copy of each sink, in each encoding. Exits with 1 when there was a leak, when a planted one
was missed, or when something was not searched at all.`,
  needsBuild: 'all',
  leavesSockets: true,
  async run({ seed, cards, short }, output) {
    const report = await runCanary({ seed, cards, whole: !short }, output.note)
    return { held: isClean(report), summary: report, text: reportText(report) }
  },
})
