import { EXIT } from '#client/tools/command-line/exit.ts'
import { campaignNames, loadCampaign } from './campaigns/frame/find-campaigns.ts'

// npm run prove                    lists the campaigns
// npm run prove -- <name> [flags]  runs one; --help lists its flags
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
    'Fault injection: exits with 1 when a promise does not hold.',
    '',
    '  npm run prove -- <campaign> [flags]',
    '',
    ...campaigns.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'npm run prove -- <campaign> --help describes a campaign and its flags.',
    '',
  ].join('\n')
}
