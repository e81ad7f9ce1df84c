import { EXIT } from '../cli/exit.ts'
import { HELP, readOptions, type GalleryOptions } from './options.ts'
import { makeGallery } from './make-gallery.ts'

const options = optionsOrUsage()
if (options?.help === true) process.stdout.write(HELP)
else if (options !== undefined) await run(options)

function optionsOrUsage(): GalleryOptions | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = EXIT.usage
    return undefined
  }
}

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
