import { EXIT } from '#client/tools/command-line/exit.ts'
import { runCommandLine } from '../command-line/command-line.ts'
import { makeGallery } from './make-gallery.ts'
import { GALLERY, type GalleryOptions } from './options.ts'

await runCommandLine(GALLERY, process.argv.slice(2), run)

async function run(options: GalleryOptions): Promise<void> {
  const { pictures, faults, index, seconds } = await makeGallery(options, (line) =>
    process.stderr.write(`${line}\n`),
  )
  for (const { state, language, width, text } of faults)
    process.stderr.write(`${state}, ${language}, ${width} px: ${text}\n`)
  const found = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  process.stdout.write(`${pictures} pictures in ${seconds.toFixed(0)} s, ${found}: ${index}\n`)
  if (faults.length > 0) process.exitCode = EXIT.refusal
}
