import type { ReportedDocument } from '#contract/reports.ts'
import { serveStates } from '#proof/gallery/serve-states.ts'
import { GALLERY_STATES } from '#proof/gallery/states/states.ts'

/** Serves an open session apart from the product under test, so that its browser reports are counted here. */
export async function serveOpenPage() {
  const state = GALLERY_STATES.find(({ name }) => name === 'open')
  if (state === undefined) throw new Error('the gallery has no state “open”')
  const reports: string[] = []
  const countReport = (document: string, kind: string) => void reports.push(`${document} ${kind}`)
  const served = await serveStates([state], { countReport })
  return {
    url: served.urlOf(state, 'en'),
    /** The number of reported policy violations of a document. */
    refusedIn: (document: ReportedDocument) =>
      reports.filter((report) => report === `${document} policy`).length,
    close: () => served.close(),
  }
}
