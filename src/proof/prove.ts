import { EXIT } from '../cli/exit.ts'
import { campaignNames, loadCampaign } from './campaigns/frame/find-campaigns.ts'

// npm run prove                    lists the campaigns
// npm run prove -- <name> [flags]  runs one; --help says what it takes
const [name, ...args] = process.argv.slice(2)
const names = await campaignNames()
if (name === undefined || name === '--help') process.stdout.write(await listText())
else if (names.includes(name)) await (await loadCampaign(name)).start(args)
else {
  process.stderr.write(`error: ${name}: there are ${names.join(', ')}\n`)
  process.exitCode = EXIT.usage
}

async function listText(): Promise<string> {
  const campaigns = await Promise.all(names.map(loadCampaign))
  const width = Math.max(...names.map((name) => name.length))
  return [
    'Breaks things on purpose, and exits with 1 when a promise does not hold.',
    '',
    '  npm run prove -- <campaign> [flags]',
    '',
    ...campaigns.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'npm run prove -- <campaign> --help says what a campaign does, and what it takes.',
    '',
  ].join('\n')
}
