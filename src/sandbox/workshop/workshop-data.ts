import type { WorkshopData } from '#contract/preview.ts'
import { WORKSHOP_DATA_ID } from './root.ts'

/** Reads the server's data from the document. Not validated: both come from the same build. */
export function readWorkshopData(document: Document): WorkshopData {
  const text = document.getElementById(WORKSHOP_DATA_ID)?.textContent
  if (text == null) throw new Error(`the document has no #${WORKSHOP_DATA_ID}`)
  return JSON.parse(text) as WorkshopData
}
