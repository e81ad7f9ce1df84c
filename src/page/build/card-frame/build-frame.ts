import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { DATA_PLACEHOLDER, type FrameCode, frameDocument } from '../../card-frame/frame-document.ts'
import { plainPages } from '../../web/plain-pages.ts'
import { LANGUAGES } from '#words/languages.ts'
import { sha256 } from '../hash.ts'
import { bundleFrame } from './bundle-frame.ts'
import { frameTexts } from './frame-texts.ts'
import { type FrameRecord, SEALING } from './frame-record.ts'

/** Writes the card frame: two documents per language, one for each script, and the record for its server. */
export async function buildFrame(environment: Environment, directory: string): Promise<FrameCode> {
  const code = await bundleFrame(environment)
  await mkdir(directory, { recursive: true })
  const sealing = { ...code, script: code.sealingScript }
  for (const language of LANGUAGES) {
    const texts = frameTexts(language)
    await writeFile(join(directory, `${language.tag}.html`), frameDocument(texts, code))
    await writeFile(join(directory, `${language.tag}${SEALING}`), frameDocument(texts, sealing))
  }
  const record: FrameRecord = {
    environment,
    locales: LANGUAGES.map(({ tag }) => tag),
    dataPlaceholder: DATA_PLACEHOLDER,
    scriptHashes: [sha256(code.head), sha256(code.script)],
    sealingScriptHashes: [sha256(code.head), sha256(code.sealingScript)],
    styleHash: sha256(code.style),
    plainPages: Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, framePages(tag)])),
  }
  await writeFile(join(directory, 'frame.json'), `${JSON.stringify(record, null, 2)}\n`)
  return code
}

function framePages(locale: string) {
  const { direction, notFound, cardRefused } = plainPages(locale)
  return { direction, notFound, refused: cardRefused }
}
