import { describe, expect, it } from 'vitest'
import { ITEM_IDS, ITEMS } from './items.ts'
import type { GoLiveReport, ItemVerdict } from './report.ts'
import { reportHtml } from './report-html.ts'

const NAME = `<script>alert(1)</script> & "Söhne"`

function report(verdicts: readonly ItemVerdict[]): GoLiveReport {
  return {
    object: 'homologation_report',
    passed: !verdicts.includes('failed'),
    kind: 'homologation',
    merchant: { id: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e', name: NAME },
    environment: 'sandbox',
    callbackOrigin: 'https://loja.example',
    versions: { checkout: '0.1.0', node: '24.0.0' },
    startedAt: '2026-11-21T12:00:00.000Z',
    finishedAt: '2026-11-21T12:00:03.400Z',
    items: ITEM_IDS.map((id, index) => ({
      id,
      ...ITEMS[id],
      verdict: verdicts[index % verdicts.length] ?? 'passed',
      came: 'ping: <img src=x onerror=alert(1)>',
      mend: 'Mend "it" & <b>run</b> again.',
      evidence: [
        {
          what: 'session.completed',
          sessionId: 'cs_1',
          eventId: 'evt_1',
          deliveryId: null,
          status: 'succeeded',
          attempts: [
            { at: '2026-11-21T12:00:01.000Z', statusCode: 204, error: null, durationMs: 7 },
          ],
        },
      ],
    })),
  }
}

describe('the report as a page', () => {
  it('escapes all values', async () => {
    const page = await reportHtml(report(['passed']))
    expect(page).not.toMatch(/<script|<img|<b>/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Söhne&quot;')
  })

  it('needs no other file and no script', async () => {
    const page = await reportHtml(report(['passed']))
    expect(page).toContain(
      'content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;;',
    )
    expect(page).not.toMatch(/<[^>]+\ssrc|url\(|@import|<link|javascript:/)
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      ITEM_IDS.map((id) => `#${id}`),
    )
  })

  it('has the verdict first, then the whole checklist', async () => {
    const page = await reportHtml(report(['passed', 'failed', 'not_seen', 'note']))
    expect(page).toContain('<strong>✗ Not passed</strong>')
    expect(page).toContain('4 of 12 passed, 4 failed, 4 not seen')
    for (const id of ITEM_IDS) expect(page).toContain(`id="${id}"`)
    expect(page).toContain('2026-11-21 12:00:00 UTC</time>, in 3.4 s')
  })
})
