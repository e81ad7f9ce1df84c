import { z } from 'zod'
import { runCommandLine } from '../command-line/command-line.ts'
import { FIGURES_DOCUMENT, writeBlock } from './blocks.ts'
import { pageFigures } from './page-figures.ts'

await runCommandLine(
  {
    command: 'npm run figures --',
    about: `Writes the sizes of the built pages into ${FIGURES_DOCUMENT}.`,
    options: z.object({}),
    notes: 'Run npm run build first. A test compares the document with the build.',
  },
  process.argv.slice(2),
  async () => writeBlock('page', await pageFigures()),
)
