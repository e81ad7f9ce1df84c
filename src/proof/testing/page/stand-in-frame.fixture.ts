import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DATA_PLACEHOLDER = '{"data":"here"}'

/** Writes a folder in the shape of the card frame's build. */
export function writeStandInFrame(changes: Record<string, unknown> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'stand-in-frame-'))
  const record = {
    environment: 'sandbox',
    locales: ['en', 'pt-BR'],
    dataPlaceholder: DATA_PLACEHOLDER,
    scriptHashes: ['sha256-bG9vaw==', 'sha256-ZnJhbWU='],
    sealingScriptHashes: ['sha256-bG9vaw==', 'sha256-c2VhbA=='],
    styleHash: 'sha256-c3R5bGU=',
    plainPages: {
      en: pagesIn('en'),
      'pt-BR': pagesIn('pt-BR'),
    },
    ...changes,
  }
  writeFileSync(join(directory, 'frame.json'), JSON.stringify(record))
  for (const locale of record.locales)
    for (const ending of ['.html', '.sealing.html'])
      writeFileSync(
        join(directory, `${locale}${ending}`),
        `<html lang="${locale}"><!--${ending}--><script type="application/json">${DATA_PLACEHOLDER}</script></html>`,
      )
  return directory
}

function pagesIn(locale: string) {
  const page = (title: string) => ({ title: `${title} in ${locale}`, text: 'Words.' })
  return { direction: 'ltr', notFound: page('nothing'), refused: page('no cards') }
}
