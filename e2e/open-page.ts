import { serveStates } from '../src/gallery/serve-states.ts'
import { GALLERY_STATES } from '../src/gallery/states/states.ts'

/** The page of an open session, served apart from the product under test: what browsers report of it is counted here. */
export async function serveOpenPage() {
  const state = GALLERY_STATES.find(({ name }) => name === 'open')
  if (state === undefined) throw new Error('the gallery has no state “open”')
  const reports: string[] = []
  const countReport = (document: string, kind: string) => void reports.push(`${document} ${kind}`)
  const served = await serveStates([state], { countReport })
  return { url: served.urlOf(state, 'en'), reports, close: () => served.close() }
}
